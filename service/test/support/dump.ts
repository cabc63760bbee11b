// The whole content of a database, for tests that something is not in it.
import { sql } from 'kysely';
import type { Db } from '../../src/db/index.js';

/** All rows of all tables as text, including the tables of the jobs. */
export async function dump(db: Db): Promise<string> {
  const { rows: tables } = await sql<{ table_schema: string; table_name: string }>`
    select table_schema, table_name from information_schema.tables
    where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE'`.execute(db);
  const lines: string[] = [];
  for (const { table_schema, table_name } of tables) {
    const table = sql.id(table_schema, table_name);
    const { rows } = await sql<Record<string, unknown>>`select * from ${table}`.execute(db);
    for (const row of rows)
      for (const [column, value] of Object.entries(row))
        lines.push(`${table_name}.${column}: ${textOf(value)}`);
  }
  return lines.join('\n');
}

const textOf = (value: unknown): string =>
  typeof value === 'string'
    ? value
    : value instanceof Uint8Array
      ? Buffer.from(value).toString('latin1')
      : JSON.stringify(value);
