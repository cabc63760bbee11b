import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { describe, it } from 'vitest';
import { sql } from 'kysely';
import { createUser } from 'svc-link/contract';
import { createTables } from '../../src/server/create-tables.js';
import { openPostgres, transact } from '../../src/db/index.js';
import { createLog } from '../../src/server/log.js';
import { prepare, startService } from '../../src/server/server.js';
import { readSettings } from '../../src/server/settings.js';

const url = process.env['TEST_DATABASE_URL'] ?? '';
const log = createLog('silent');
const apiKey = `sk_${randomUUID()}`;
const env = {
  ...{ PORT: '0', DATABASE_URL: url, SVC_API_KEY: apiKey },
  SVC_MASTER_KEY: randomBytes(32).toString('hex'),
};

describe('a start on tables that are of this version', () => {
  it('needs no right to create any', async () => {
    const owner = openPostgres(url, assert.fail);
    await createTables(owner, log);
    for (const statement of [
      'create role plain login',
      'revoke create on schema public from public',
      'grant usage on schema public, pgboss to plain',
      'grant select, insert, update, delete on all tables in schema public, pgboss to plain',
      'grant usage on all sequences in schema public, pgboss to plain',
    ])
      await sql.raw(statement).execute(owner.db);

    const settings = readSettings({ ...env, DATABASE_URL: url.replace(/\/\/\w+@/, '//plain@') });
    const service = await startService(settings, log);
    const answer = await fetch(service.publicUrl + createUser.path, {
      method: 'POST',
      headers: { 'x-svc-api-key': apiKey },
      body: JSON.stringify({ client_user_id: 'ada' }),
    });
    assert.equal(answer.status, 200);
    assert.equal((await fetch(`${service.publicUrl}/ready`)).status, 200);
    await service.stop();

    const plain = openPostgres(settings.storage.kind === 'postgres' ? settings.storage.url : '', assert.fail);
    const prepared = await prepare(settings, plain, log);
    const id = randomUUID();
    const taken = new Promise((resolve) => {
      prepared.jobs.work('pull', ({ connection_id }) => Promise.resolve(resolve(connection_id)));
    });
    await transact(plain.db, (tx) => prepared.jobs.enqueue(tx, 'pull', { connection_id: id }));
    assert.equal(await taken, id);
    await prepared.jobs.stop();
    await plain.close();
    await owner.close();
  });
});
