import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { setImmediate as turn } from 'node:timers/promises';
import { Hono } from 'hono';
import { Webhook as Signer } from 'standardwebhooks';
import { createClient, type Client } from 'svc-link/client';
import * as ours from 'svc-link/webhooks';
import { sandboxKeys } from '../../src/server/server.js';
import { codeOf } from '../support/page-code.js';
import { startTestService, type TestService } from '../support/test-service.js';

const codeWith = codeOf('webhooks.md');
type Take = (id: string, event: ours.WebhookEvent) => Promise<void>;

describe('the code of docs/webhooks.md', () => {
  let service: TestService;
  let client: Client;
  let server: Server;
  let hook: { id: string; secret: string };
  let take: Take;
  const said: unknown[][] = [];
  let look = (): void => {};
  const console = { log: (...words: unknown[]) => (said.push(words), look()) };
  /** Resolves once the receiver has logged this many lines. */
  const untilSaid = (count: number) =>
    new Promise<void>((resolve) => (look = () => void (said.length >= count && resolve()))());

  beforeAll(async () => {
    service = await startTestService();
    client = createClient({
      baseUrl: 'http://127.0.0.1',
      apiKey: sandboxKeys.apiKey,
      fetch: (input, init) => Promise.resolve(service.app.request(String(input), init)),
    });
    hook = (await codeWith('const { id, secret }', '({ id, secret })')({ client })) as typeof hook;
    take = (await codeWith('function take', 'take')({ ...ours, console })) as Take;
    const env = { SVC_WEBHOOK_SECRET: hook.secret, PORT: '0' };
    const scope = { ...ours, createServer, take, process: { env } };
    server = (await codeWith('createServer', 'server')(scope)) as Server;
    if (!server.listening) await once(server, 'listening');
    await client.updateWebhook(hook.id, { url: address() });
  });
  afterAll(async () => {
    server.closeAllConnections();
    server.close();
    await service.stop();
  });
  const address = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  /** The deliveries, once none is being sent any more. */
  async function settled() {
    for (;;) {
      const { data } = await client.listWebhookDeliveries(hook.id);
      if (data.every(({ status }) => status !== 'pending')) return data;
      await turn();
    }
  }

  it('accepts what the service sends, and nothing else', async () => {
    const link = await service.newLink();
    await service.signIn(link, 'ok@example.com', { provider: 'umbra_sleep' });
    await untilSaid(1);
    const { client_user_id } = await client.readUser(link.userId);
    assert.deepEqual(said[0], [client_user_id, 'connected', 'Umbra Sleep']);
    await client.advanceClock(2 * 86_400);
    await settled();
    const ofSleep = said.filter(([what]) => what === 'daily.data.sleep.created');
    assert.deepEqual(ofSleep, Array(2).fill(['daily.data.sleep.created', 'umbra_sleep']));
    const answer = await fetch(address(), { method: 'POST', body: '{}' });
    assert.equal(answer.status, 400);
  });

  it('handles an event once, even if it is replayed', async () => {
    const before = await settled();
    const count = said.length;
    await service.deps.db.updateTable('webhook_delivery').set({ status: 'failed' }).execute();
    await codeWith('replayWebhookDeliveries', 'null')({ client, id: hook.id });
    const now = await settled();
    assert.deepEqual(
      now.map(({ status, attempts }) => [status, attempts]),
      before.map(({ attempts }) => ['success', attempts + 1]),
    );
    assert.equal(said.length, count);
  });

  it('may go by http to a public address too, as the page says of the service that npm start runs', async () => {
    const page = readFileSync(new URL('../../../docs/webhooks.md', import.meta.url), 'utf8');
    assert.match(page, /also accepts `http` and private ones/);
    const { id } = await client.createWebhook({ url: 'http://example.com/webhooks', events: ['none'] });
    await client.deleteWebhook(id);
  });

  it('takes an event in Hono', async () => {
    const taken: unknown[] = [];
    const scope = { ...ours, Hono, secret: hook.secret, take: (...what: unknown[]) => void taken.push(what) };
    const routes = (await codeWith('new Hono', 'routes')(scope)) as Hono;
    const now = new Date();
    const event = { event_type: 'x', data: 1, user_id: 'u', team_id: 't', client_user_id: 'c' };
    const body = JSON.stringify(event);
    const headers = {
      'webhook-id': 'one',
      'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
      'webhook-signature': new Signer(hook.secret).sign('one', now, body),
    };
    const answer = await routes.request('/webhooks', { method: 'POST', headers, body });
    assert.equal(answer.status, 204);
    assert.deepEqual(taken, [['one', event]]);
  });

  it('rotates a secret, and makes an event hub', async () => {
    const next = await codeWith('rotateWebhookSecret', 'next')({ client, id: hook.id });
    assert.match(String(next), /^whsec_/);
    await codeWith("kind: 'event_hub'", 'null')({ client });
    const { webhooks } = await client.listWebhooks();
    assert.deepEqual(
      webhooks.map(({ kind, routes }) => [kind, routes.length]),
      [
        ['webhook', 0],
        ['event_hub', 1],
      ],
    );
  });
});

describe('the tables of docs/webhooks.md', () => {
  const page = readFileSync(new URL('../../../docs/webhooks.md', import.meta.url), 'utf8');
  const names = [
    'isConnectionCreated',
    'isConnectionError',
    'isConnectionHealed',
    'isHistoricalData',
    'isDailyData',
    'isLabOrder',
    'isLabAppointment',
    'isLabResult',
  ] as const;

  it('name the events, and what tells each apart', () => {
    const rows = [...page.matchAll(/^\| `(\w+\.[\w.]+)` .*\| `(is\w+)` +\|$/gm)];
    assert.deepEqual([...new Set(rows.map(([, , name]) => name))], [...names]);
    for (const [, type, told] of rows) {
      const event = { event_type: type!.replace('RESOURCE', 'sleep') } as ours.WebhookEvent;
      assert.deepEqual(
        names.filter((name) => ours[name](event)),
        [told],
      );
    }
  });

  it('name every code of an error', () => {
    const source = readFileSync(new URL('../../../src/webhooks/webhook-error.ts', import.meta.url), 'utf8');
    const codes = [...source.matchAll(/^ {2}(\w+):/gm)].map(([, code]) => code);
    assert.ok(codes.length > 5);
    for (const code of codes) assert.ok(page.includes(`\`${code}\``), code);
  });
});
