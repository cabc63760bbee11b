// Clients that generators make from /openapi.json of the running service, as in
// examples/generated-client, and in the long check also as in examples/generated-client-go.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { findProgram, goPath } from '../../scripts/programs.mjs';
import { fails } from '../support/missing.mjs';
import { startService } from '../e2e/servers.ts';
import { installExample } from './installed.mjs';

/** What the client's types allow, and what they refuse. */
const uses = `
import type { components, operations } from './dist/service.js';

const nights: operations['readSleepSummary']['parameters']['query'] = { start_date: '2026-05-01', end_date: '2026-05-31' };
export const user: components['schemas']['CreateUserBody'] = { client_user_id: null };
export const token: components['schemas']['LinkTokenRequest'] = { user_id: 'of a user', include: ['start'] };
export const kind = (webhook: components['schemas']['CreatedWebhook']): string => webhook.secret;
// @ts-expect-error -- both ends of a range are asked for
export const half: typeof nights = { start_date: '2026-05-01' };
// @ts-expect-error -- no such field
export const wrong: components['schemas']['CreateUserBody'] = { client_user: 'x' };
// @ts-expect-error -- no such option
export const other: components['schemas']['LinkTokenRequest'] = { user_id: 'of a user', include: ['end'] };
`;

describe('a generated client', () => {
  let service, folder;
  beforeAll(async () => {
    service = await startService();
    folder = mkdtempSync(path.join(tmpdir(), 'svc-generated-client-'));
  });
  afterAll(async () => {
    await service?.stop();
    if (folder) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  /** Copies an example into its own folder, and installs its packages. */
  const installed = (name, at) => {
    const cwd = path.join(folder, at);
    mkdirSync(cwd, { recursive: true });
    const run = installExample(name, cwd, service.service);
    return {
      cwd,
      /** Runs a script, fails if the script fails, and returns its output. */
      run(script) {
        const { status, stdout, stderr } = run(script);
        assert.equal(status, 0, stdout + stderr);
        return stdout;
      },
    };
  };
  const assertLinked = async (said) => {
    const [, session, user] = /^Session (\S+) of user (\S+): created\n$/.exec(said) ?? [];
    assert.equal((await service.ask('GET', `/v2/link/session/${session}`)).user_id, user);
    assert.equal((await service.ask('GET', `/v2/user/${user}`)).fallback_time_zone.id, 'Europe/Lisbon');
  };

  it('in TypeScript compiles, and makes a user and a link token', async () => {
    const { cwd, run } = installed('generated-client', 'typescript');
    writeFileSync(path.join(cwd, 'uses.ts'), uses);
    run('generate');
    run('build');
    await assertLinked(run('link'));
  });

  // Compiles some 65,000 lines, and the standard library.
  const long = process.env.LONG !== undefined;
  if (!long) return;
  const program = findProgram('generated-go', { install: long });
  if (program === undefined) it('in Go needs Go and Java', fails('generated-go'));
  else
    it('in Go compiles, and makes a user and a link token', async () => {
      const { cwd, run } = installed('generated-client-go', 'go/src/example.com/generated-client');
      run('generate');
      const env = {
        ...process.env,
        GO111MODULE: 'off',
        GOPATH: `${path.join(folder, 'go')}:${goPath}`,
      };
      const go = (...args) => execFileSync(program, args, { cwd, env, encoding: 'utf8' });
      go('vet', './...');
      await assertLinked(go('run', '.'));
    });
});
