// What an import reads depends on how many connections it makes, not on how many there are.
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { newBulkTeam, recipeFor } from '../support/bulk-service.js';
import { startTestService, type TestService } from '../support/test-service.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const size = 1000;

/** How many rows of each table the database has read so far, in any way. */
async function rowsRead(): Promise<Map<string, number>> {
  const { db } = service.deps;
  await sql`select pg_stat_force_next_flush()`.execute(db);
  const { rows } = await sql<{ name: string; count: number }>`
    select relname as name,
      (seq_tup_read + coalesce(idx_tup_fetch, 0)
        + (select coalesce(sum(idx_tup_read), 0) from pg_stat_user_indexes as i where i.relid = t.relid))::float8 as count
    from pg_stat_user_tables as t where schemaname = 'public'`.execute(db);
  return new Map(rows.map(({ name, count }) => [name, count]));
}

describe('an import', () => {
  // For a small table, reading it once for each chunk is as quick as an index.
  const most = 50;

  it('does not read more rows if there are connections already', async () => {
    const team = await newBulkTeam(service);
    for (let round = 0; round < 2; round++) {
      const users = await team.users(size);
      const before = await rowsRead();
      const { status, processed } = await team.ended(await team.import(users.map((user) => recipeFor(user))));
      assert.deepEqual([status, processed], ['success', size]);
      for (const [table, count] of await rowsRead()) {
        const read = (count - (before.get(table) ?? 0)) / size;
        assert.ok(read < most, `${table}: ${read} rows for each connection`);
      }
    }
  });
});
