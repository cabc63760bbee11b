import { sql } from 'kysely';
import type { Db } from '../../src/db/index.js';

/**
 * Makes the database refuse to delete rows of a table if a condition on `old` is true. Returns a function that allows it again.
 */
export async function refuseDeletion(
  db: Db,
  table: string,
  condition: string,
): Promise<() => Promise<unknown>> {
  await sql`create or replace function refuse() returns trigger language plpgsql as
    $$ begin raise exception 'not this one'; end $$`.execute(db);
  await sql
    .raw(
      `create or replace trigger refuse before delete on ${table} for each row when (${condition}) execute function refuse()`,
    )
    .execute(db);
  return () => sql`drop trigger refuse on ${sql.table(table)}`.execute(db);
}
