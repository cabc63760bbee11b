import { type SelectQueryBuilder, type Simplify, sql } from 'kysely';

/**
 * The rows of a query that lack their job, locked until the transaction ends. `table` has their ids and is locked. The
 * query runs again under the lock, because another process may have enqueued the jobs before it got the lock.
 */
export async function lockWithoutJob<
  DB,
  Table extends keyof DB & string,
  Row extends { readonly id: string },
>(withoutJob: SelectQueryBuilder<DB, Table, Row>, table: Table): Promise<readonly Simplify<Row>[]> {
  const found = await withoutJob.forUpdate(table).skipLocked().execute();
  if (found.length === 0) return [];
  const ids = found.map(({ id }) => id);
  return withoutJob.where(sql<string>`${sql.ref(`${table}.id`)}`, 'in', ids).execute();
}
