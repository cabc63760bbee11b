// What clients receive while PostgreSQL is not reachable, and that everything continues when it is back.
import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, it } from 'vitest';
import pg from 'pg';
import { createClient } from 'svc-link/client';
import { createUser } from 'svc-link/contract';
import { createLog } from '../../src/server/log.js';
import { startService, type RunningService } from '../../src/server/server.js';
import { readSettings } from '../../src/server/settings.js';

const url = process.env['TEST_DATABASE_URL'] ?? '';
const name = /\/(\w+)\?/.exec(url)?.[1] ?? '';
const apiKey = `sk_${randomUUID()}`;

describe('while the database is away', () => {
  const admin = new pg.Client(url.replace(`/${name}?`, '/postgres?'));
  let service: RunningService;
  beforeAll(async () => {
    await admin.connect();
    const settings = readSettings({
      ...{ PORT: '0', DATABASE_URL: url, SVC_API_KEY: apiKey },
      SVC_MASTER_KEY: randomBytes(32).toString('hex'),
    });
    service = await startService(settings, createLog('silent'));
  });
  afterAll(async () => {
    await service.stop();
    await admin.end();
  });

  const leave = async (): Promise<void> => {
    await admin.query(`alter database ${name} allow_connections false`);
    await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
  };
  const comeBack = () => admin.query(`alter database ${name} allow_connections true`);
  const create = () =>
    fetch(service.publicUrl + createUser.path, {
      method: 'POST',
      headers: { 'x-svc-api-key': apiKey },
      body: JSON.stringify({ client_user_id: randomUUID() }),
    });

  it('so is every request where another server has taken over, and this one takes no changes', async () => {
    const letChange = async (may: boolean): Promise<void> => {
      await admin.query(`alter database ${name} set default_transaction_read_only = ${may ? 'off' : 'on'}`);
      await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
    };
    await letChange(false);
    // The first requests may still get one of the connections that have just ended.
    for (let n = 0; n < 15; n++) {
      const { status } = await create();
      assert.equal(status, 503);
    }
    await letChange(true);
    let status = 503;
    while (status === 503) ({ status } = await create());
    assert.equal(status, 200);
  });

  it('every request is told to come again, and is answered when it is back', async () => {
    assert.equal((await create()).status, 200);
    await leave();
    for (let n = 0; n < 15; n++) {
      const answer = await create();
      const { detail } = (await answer.json()) as { detail: { error_type?: string } };
      assert.deepEqual([answer.status, detail.error_type], [503, 'no_database'], JSON.stringify(detail));
      assert.match(answer.headers.get('retry-after') ?? '', /^[1-5]$/);
    }
    assert.equal((await fetch(`${service.publicUrl}/ready`)).status, 503);
    const client = createClient({ baseUrl: service.publicUrl, apiKey });
    await assert.rejects(client.createUser({ client_user_id: 'ada' }), {
      code: 'service_error',
      errorType: 'no_database',
      ...{ status: 503, retryAfter: 2 },
    });
    // The client repeats this request by itself, because it may be repeated.
    const waiting = client.listUsers();
    await comeBack();
    assert.ok((await waiting).users.length > 0);
    assert.equal((await create()).status, 200);
  });
});
