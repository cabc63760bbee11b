// The whole team's server of demo/, beside the service, as its own process.
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { createClient } from 'svc-link/client';
import { startTeamServer } from '../../../demo/team-server.js';
import { sandboxKeys } from '../../src/server/server.js';
import { newDataFolder, startChild, type ChildService } from '../support/child-service.js';

const { apiKey } = sandboxKeys;

describe("a team's server", () => {
  const folder = newDataFolder();
  const lines: string[] = [];
  let look = (): void => {};
  const log = (line: string): void => {
    lines.push(line);
    look();
  };
  const logged = (line: string) =>
    new Promise<void>((resolve) => (look = () => void (lines.includes(line) && resolve()))());
  let service: ChildService;
  let team: Awaited<ReturnType<typeof startTeamServer>>;
  beforeAll(async () => {
    service = await startChild({ DATA_DIR: folder });
    team = await startTeamServer({ service: service.url, apiKey, log });
  });
  afterAll(async () => {
    await team.stop();
    await service.end('SIGTERM');
    rmSync(folder, { recursive: true });
  });

  const ask = async (method: string, path: string, body?: unknown) =>
    (
      await fetch(team.url + path, { method, ...(body !== undefined && { body: JSON.stringify(body) }) })
    ).json();
  /** Sends a request as the widget does. */
  const link = (path: string, token: string, body: object) =>
    fetch(service.url + path, {
      method: 'POST',
      headers: { 'x-svc-link-token': token, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });

  it('makes link tokens, and hears by a webhook who has connected what', async () => {
    const { link_token } = (await ask('POST', '/link-token/ada')) as { link_token: string };
    await link('/v2/link/start', link_token, {});
    const credentials = { username: 'ok@example.com', password: 'good' };
    await link('/v2/link/provider/password/quartz_scale', link_token, credentials);
    await logged('provider.connection.created of ada');
    assert.deepEqual(await ask('GET', '/connected/ada'), ['Quartz Scale']);
    assert.deepEqual(await ask('GET', '/connected/grace'), []);
    assert.ok(((await ask('GET', '/providers')) as unknown[]).length >= 28);
  });

  it('gives the unfinished token again, extends it, and makes another one when it is asked to', async () => {
    const tokenFor = async (reason: string) =>
      ((await ask('POST', `/link-token/linus?reason=${reason}`)) as { link_token: string }).link_token;
    const endOf = async (token: string) => {
      const response = await fetch(`${service.url}/v2/link/token/isValid`, {
        method: 'POST',
        body: JSON.stringify({ token }),
      });
      return Date.parse(((await response.json()) as { expires_at: string }).expires_at);
    };
    const token = await tokenFor('start');
    const end = await endOf(token);
    assert.equal(await tokenFor('start'), token);
    assert.equal(await endOf(token), end);
    assert.equal(await tokenFor('extend'), token);
    assert.equal(await endOf(token), end + 3_600_000);
    assert.notEqual(await tokenFor('another'), token);
    assert.notEqual(await tokenFor('expired'), token);
  });

  it('takes no webhook that the service has not signed', async () => {
    const body = JSON.stringify({ event_type: 'provider.connection.created', data: {} });
    const { status } = await fetch(`${team.url}/webhooks`, { method: 'POST', body });
    assert.equal(status, 400);
  });

  it('answers 413 to a body that is too large, before it is in memory', async () => {
    const statusOf = async (path: string, bytes: number) =>
      (await fetch(team.url + path, { method: 'POST', body: new Uint8Array(bytes) })).status;
    const webhooks = 10 * 1024 * 1024;
    assert.equal(await statusOf('/webhooks', webhooks + 1), 413);
    assert.equal(await statusOf('/webhooks', webhooks), 400);
    assert.equal(await statusOf('/link-token/ada', 1025), 413);
    assert.equal(await statusOf('/link-token/ada', 1024), 200);
  });

  it('imports connections and follows them to their end', async () => {
    await createClient({ baseUrl: service.url, apiKey }).setCustomCredentials('aurora_ring', {
      client_id: 'northwind',
      client_secret: 'of-the-provider',
    });
    const people = ['ada', 'grace', 'mary'].map((person) => ({
      person,
      access_token: `good-${person}`,
      refresh_token: '',
      provider_id: `account-${person}`,
      expires_at: 4_000_000_000,
      oauth_scopes: ['profile.read', 'sleep.read'],
    }));
    const ended = (await ask('POST', '/import/aurora_ring', people)) as Record<string, unknown>;
    assert.deepEqual([ended['status'], ended['processed'], ended['failed']], ['success', 3, 0]);
    assert.ok(lines.includes('imported 3 of 3'));
    await logged('provider.connection.created of mary');
    assert.deepEqual(await ask('GET', '/connected/mary'), ['Aurora Ring']);
  });
});
