// What docs/handbook.md says about a synchronous standby that is gone:
// how to see it, and how to release the commits that wait for it.
import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { createUser, listUsers } from 'svc-link/contract';
import { it, onTestFinished } from 'vitest';
import { findProgram } from '../../../scripts/programs.mjs';
import { startChild } from '../support/child-service.js';
import { startCluster } from '../support/postgres-cluster.js';

const apiKey = `sk_${randomUUID()}`;
const env = {
  ...{ SVC_API_KEY: apiKey, SVC_MANAGEMENT_KEY: `mk_${randomUUID()}`, LOG_LEVEL: 'fatal' },
  // So that the service gives up soon.
  ...{ SVC_MASTER_KEYS: `one:${randomBytes(32).toString('hex')}`, DATABASE_STATEMENT_SECONDS: '1' },
};

const [, chapter = ''] = readFileSync(new URL('../../../docs/handbook.md', import.meta.url), 'utf8').split(
  '### The standby is gone\n',
);
/** The two queries that show it, and the commands that continue without the standby. */
const [standbys = assert.fail(), waiting = assert.fail()] = chapter.match(/^ *select .*;$/gm) ?? [];
const commands = [
  ...(/psql -h db-a (.*)/.exec(chapter)?.[1]?.matchAll(/-c (["'])(.*?)\1(?= -c|$)/g) ?? []),
].map(([, , command = '']) => command);

const [postgres, pgbouncer] = [findProgram('postgres'), findProgram('pgbouncer')];
if (postgres === undefined || pgbouncer === undefined)
  it.skip('There is no PgBouncer here: `node scripts/programs.mjs --install pgbouncer` gets it.', () =>
    undefined);
else
  it('a standby that is gone stops what changes something and nothing else, until the primary goes on alone', async () => {
    const cluster = await startCluster({ postgres, pgbouncer });
    onTestFinished(() => cluster.stop());
    const service = await startChild({ ...env, DATABASE_URL: cluster.url });
    onTestFinished(async () => void (await service.end('SIGKILL')));
    const primary = new pg.Client(cluster.directUrl('primary'));
    await primary.connect();
    onTestFinished(() => primary.end());
    const send = async ({ method, path }: { readonly method: string; readonly path: string }) => {
      const body = method === 'POST' ? JSON.stringify({ client_user_id: randomUUID() }) : undefined;
      const headers = { 'x-svc-api-key': apiKey };
      return (await fetch(service.url + path, { method, headers, ...(body && { body }) })).status;
    };
    const isSynchronous = async (): Promise<boolean> => {
      const { rows } = await primary.query<{ sync_state: string }>(standbys);
      return rows.some(({ sync_state }) => sync_state === 'sync');
    };
    const countWaiting = async (): Promise<number> =>
      Number((await primary.query<{ count: string }>(waiting)).rows[0]?.count);

    assert.equal(await send(createUser), 200);
    assert.ok(await isSynchronous());
    cluster.killStandby();
    while (await isSynchronous()) await wait(50);
    assert.equal(await send(createUser), 503);
    assert.deepEqual([await send(listUsers), (await fetch(`${service.url}/ready`)).status], [200, 200]);
    assert.ok((await countWaiting()) > 0);

    assert.equal(commands.length, 2);
    for (const command of commands) await primary.query(command);
    while ((await countWaiting()) > 0) await wait(50);
    assert.equal(await send(createUser), 200);
    assert.equal(await service.end('SIGTERM'), 0);
  });
