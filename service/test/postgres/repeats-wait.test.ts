// Repeats of a slow request leave the connections of the process to other requests.
import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, it } from 'vitest';
import pg from 'pg';
import { createUser, listUsers } from 'svc-link/contract';
import { createLog } from '../../src/server/log.js';
import { startService, type RunningService } from '../../src/server/server.js';
import { readSettings } from '../../src/server/settings.js';
import { readSamples } from '../metrics/samples.js';

const url = process.env['TEST_DATABASE_URL'] ?? '';
const apiKey = `sk_${randomUUID()}`;
const admin = new pg.Client(url);
let service: RunningService;
beforeAll(async () => {
  await admin.connect();
  const settings = readSettings({
    ...{ PORT: '0', DATABASE_URL: url, SVC_API_KEY: apiKey },
    // Three of the four connections are for requests.
    ...{ METRICS_PORT: '0', DATABASE_POOL_SIZE: '4' },
    SVC_MASTER_KEY: randomBytes(32).toString('hex'),
  });
  service = await startService(settings, createLog('silent'));
});
afterAll(async () => {
  await service.stop();
  await admin.end();
});

const inProgress = async (): Promise<number> => {
  const text = await (await fetch(service.metricsUrl ?? assert.fail())).text();
  return readSamples(text).sum('svc_http_requests_in_progress');
};

/** How many connections wait for a lock. */
async function waiting(): Promise<number> {
  // Within a transaction, PostgreSQL keeps the statistics that it read first.
  await admin.query('select pg_stat_clear_snapshot()');
  const { rows } = await admin.query<{ waiting: string }>(
    "select count(*) as waiting from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
  );
  return Number(rows[0]?.waiting);
}

it('six at once hold one connection, and all get what was made', async () => {
  const headers = { 'x-svc-api-key': apiKey, 'idempotency-key': randomUUID() };
  const body = JSON.stringify({ client_user_id: randomUUID() });
  const ask = async () => {
    const response = await fetch(service.publicUrl + createUser.path, { method: 'POST', headers, body });
    return { status: response.status, ...((await response.json()) as { user_id?: string }) };
  };
  await admin.query('begin; lock table app_user in share mode');
  const asked = Array.from({ length: 6 }, ask);
  while ((await inProgress()) < asked.length);
  // The others only read, which the lock allows.
  const others = Array.from({ length: 6 }, () =>
    fetch(service.publicUrl + listUsers.path, { headers: { 'x-svc-api-key': apiKey } }),
  );
  for (const { status } of await Promise.all(others)) assert.equal(status, 200);
  while ((await waiting()) === 0);
  assert.equal(await waiting(), 1);
  await admin.query('rollback');
  const answers = await Promise.all(asked);
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
  assert.equal(new Set(answers.map(({ user_id }) => user_id)).size, 1);
});
