import { sql } from 'kysely';
import { withoutLimits } from './limits.js';
import { type Db, transact, type Tx } from './transact.js';
import { sqlState } from './sql-state.js';

/** Runs a transaction that may take as long as it needs, whatever limits the connection, the account or the database has. */
export const transactUnlimited = <T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> =>
  withoutLimits(() =>
    transact(db, async (tx) => {
      for (const name of ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'])
        await sql`set local ${sql.raw(name)} = 0`.execute(tx);
      return work(tx);
    }),
  );

/**
 * Lets one process at a time change the tables. The lock is a row, because distributed engines have no advisory locks. It
 * is held until `work` is done, which may be run again and take as long as it needs.
 */
export const oneAtATime = <T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> =>
  withoutLimits(async () => {
    await createOnce(db, 'svc_migration_lock', 'id integer primary key');
    await sql`insert into svc_migration_lock (id) values (1) on conflict do nothing`.execute(db);
    return transactUnlimited(db, async (tx) => {
      await sql`select id from svc_migration_lock where id = 1 for update`.execute(tx);
      return work(tx);
    });
  });

/** Errors of two processes that create the same table at the same moment, even with `if not exists`. */
const alreadyThere = new Set(['23505', '42P07', '42710']);
const undefinedTable = '42P01';

/** Creates a table if it is missing. If it exists, no right to create tables is needed. */
export async function createOnce(db: Db, table: string, columns: string): Promise<void> {
  try {
    await sql`select from ${sql.table(table)} limit 0`.execute(db);
    return;
  } catch (error) {
    if (sqlState(error) !== undefinedTable) throw error;
  }
  try {
    await sql`create table ${sql.table(table)} (${sql.raw(columns)})`.execute(db);
  } catch (error) {
    if (!alreadyThere.has(sqlState(error) ?? '')) throw error;
  }
}
