// What the service answers when there is more work than it and its database can do.
import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, it } from 'vitest';
import pg from 'pg';
import { createUser } from 'svc-link/contract';
import { createLog } from '../../src/server/log.js';
import { startService, type RunningService } from '../../src/server/server.js';
import { readSettings } from '../../src/server/settings.js';
import { readSamples } from '../metrics/samples.js';

const url = process.env['TEST_DATABASE_URL'] ?? '';
const apiKey = `sk_${randomUUID()}`;
/** How many requests the service handles at once. */
const most = 6;

describe('a service with too much to do', () => {
  const admin = new pg.Client(url);
  let service: RunningService;
  beforeAll(async () => {
    await admin.connect();
    const settings = readSettings({
      ...{ PORT: '0', METRICS_PORT: '0', DATABASE_URL: url, SVC_API_KEY: apiKey },
      ...{ DATABASE_POOL_SIZE: '4', DATABASE_LOCK_SECONDS: '3', MAX_REQUESTS: String(most) },
      SVC_MASTER_KEY: randomBytes(32).toString('hex'),
    });
    service = await startService(settings, createLog('silent'));
  });
  afterAll(async () => {
    await service.stop();
    await admin.end();
  });

  const create = async () => {
    const response = await fetch(service.publicUrl + createUser.path, {
      method: 'POST',
      headers: { 'x-svc-api-key': apiKey },
      body: JSON.stringify({ client_user_id: randomUUID() }),
    });
    const { detail } = (await response.json()) as { detail?: { error_type?: string } };
    return {
      ...{ status: response.status, error: detail?.error_type },
      retryAfter: response.headers.get('retry-after') ?? '',
    };
  };
  const get = async (path: string) => (await fetch(service.publicUrl + path)).status;
  const samples = async () => readSamples(await (await fetch(service.metricsUrl ?? assert.fail())).text());

  it('tells requests to come again before they pile up, and stays healthy', async () => {
    assert.equal((await create()).status, 200);
    await admin.query('begin; lock table app_user');
    const asked = Array.from({ length: most + 1 }, create);
    // One request is too many. Three of the others have a connection and wait for the lock, and the rest wait for a connection.
    const shed = await Promise.race(asked);
    assert.deepEqual([shed.status, shed.error], [503, 'overloaded']);
    assert.deepEqual([await get('/health'), await get('/ready')], [200, 200]);
    for (const { status, error, retryAfter } of await Promise.all(asked)) {
      assert.deepEqual([status, error], [503, 'overloaded']);
      assert.match(retryAfter, /^[1-3]$/);
    }
    await admin.query('rollback');
    for (const { status } of await Promise.all(Array.from({ length: most }, create)))
      assert.equal(status, 200);

    const now = await samples();
    assert.equal(now.sum('svc_requests_shed_total', { reason: 'requests' }), 1);
    assert.equal(now.sum('svc_requests_shed_total', { reason: 'database' }), most);
    assert.equal(now.sum('svc_database_connections', { pool: 'requests', state: 'max' }), 3);
    assert.equal(now.sum('svc_database_connections', { pool: 'work', state: 'max' }), 1);
    assert.equal(now.sum('svc_database_waiting', { pool: 'requests' }), 0);
    assert.equal(now.sum('svc_database_up'), 1);
  });
});
