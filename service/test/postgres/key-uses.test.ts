// The last use of a key with two pools of connections, as a process has
// them on PostgreSQL: requests note the use, and the other pool stores it.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { createClient } from 'svc-link/client';
import { it, onTestFinished } from 'vitest';
import { startChild } from '../support/child-service.js';

const address = process.env['TEST_DATABASE_URL'] ?? '';

it('is stored by the process that was asked', async () => {
  const apiKey = `sk_${randomUUID()}`;
  const service = await startChild({
    ...{ DATABASE_URL: address, SANDBOX_PROVIDERS: '1', SVC_API_KEY: apiKey },
    ...{ SVC_MASTER_KEY: 'a'.repeat(64), DRAIN_SECONDS: '0', LOG_LEVEL: 'fatal' },
  });
  onTestFinished(async () => void (await service.end('SIGKILL')));
  const before = Date.now();
  await createClient({ baseUrl: service.url, apiKey }).listUsers();
  // The process stores the noted uses once more when it ends.
  assert.equal(await service.end('SIGTERM'), 0);
  const database = new pg.Client(address);
  await database.connect();
  const { rows } = await database.query<{ last_used_at: Date | null }>('select last_used_at from api_key');
  await database.end();
  assert.equal(rows.length, 1);
  const [{ last_used_at: last } = assert.fail()] = rows;
  assert.ok(last && last.getTime() >= before && last.getTime() <= Date.now(), String(last));
});
