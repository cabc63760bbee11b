import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, it } from 'vitest';
import type { OpenDatabase } from '../../src/db/index.js';
import { sealedColumns } from '../../src/master-keys/sealed-columns.js';
import { openInMemory } from '../support/memory-database.js';

/** Columns of bytes that are not sealed, besides those called `hash` or `…_hash`. */
const others = ['data_key.wrapped', 'notice_subscriber.address'];

let database: OpenDatabase;
beforeAll(async () => {
  database = await openInMemory();
});
afterAll(() => database.close());

describe('the list of sealed columns', () => {
  it('has every byte column that is no hash', async () => {
    const { rows } = await sql<{ name: string }>`
      select table_name || '.' || column_name as name from information_schema.columns
      where table_schema = 'public' and data_type = 'bytea' order by 1`.execute(database.db);
    const sealed = rows
      .map(({ name }) => name)
      .filter((name) => !/[._]hash$/.test(name) && !others.includes(name));
    // A column that is missing here would be unreadable once its key is gone: add it to sealed-columns.ts.
    assert.deepEqual(Object.keys(sealedColumns).sort(), sealed);
  });

  it('finds rows by their whole primary key', async () => {
    for (const [name, { key }] of Object.entries(sealedColumns)) {
      const { rows } = await sql<{ column: string; type: string }>`
        select attribute.attname as column, format_type(attribute.atttypid, null) as type
        from pg_index join pg_attribute attribute on attribute.attrelid = indrelid and attribute.attnum = any (indkey)
        where indisprimary and indrelid = ${name.split('.')[0]}::regclass`.execute(database.db);
      assert.deepEqual(key, Object.fromEntries(rows.map(({ column, type }) => [column, type])), name);
    }
  });
});
