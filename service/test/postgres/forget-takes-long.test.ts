// Forgetting a master key may delete much data. The time limits of requests do not apply to it.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, it } from 'vitest';
import { forgetMasterKey } from '../../src/cli/index.js';
import { migrate, openPostgres, type OpenDatabase, usualLimits } from '../../src/db/index.js';
import { agreeOnMasterKeys, keysStatus } from '../../src/master-keys/index.js';
import { keySettings } from '../support/keys.js';

const url = process.env['TEST_DATABASE_URL'] ?? '';
const settings = keySettings(randomBytes(32).toString('hex'));

let database: OpenDatabase;
beforeAll(async () => {
  database = openPostgres(url, assert.fail, { ...usualLimits, statementSeconds: 1 });
  await migrate(database);
});
afterAll(() => database.close());

it('a master key is forgotten though a statement takes longer than one of a request may', async () => {
  const { db } = database;
  await agreeOnMasterKeys(db, settings);
  await sql`create function take_long() returns trigger language plpgsql
    as 'begin perform pg_sleep(1.5); return null; end'`.execute(db);
  await sql`create trigger take_long before delete on webhook for each statement execute function take_long()`.execute(
    db,
  );
  await forgetMasterKey(db, { sure: true, alone: false }, new Date());
  assert.deepEqual((await keysStatus(db, settings)).lines, [
    'There are no data keys yet: the first start makes one.',
  ]);
});
