// Rows that could not be deleted. They are tried again after all others, so that the others do not wait for them.
import { sql } from 'kysely';
import { type Db, transact, type Tx } from '../db/index.js';
import { after } from '../work/index.js';

type Table = 'app_user' | 'team' | 'webhook';

/** After how many seconds a failed row is tried again. */
const againAfter = 60;

/** Stores that a row could not be deleted. `null` stores that it is tried again. */
export const setFailed = (db: Db | Tx, table: Table, id: string, failedOn: Date | null): Promise<unknown> =>
  sql`update ${sql.table(table)} set deletion_failed_on = ${failedOn} where id = ${id}`.execute(db);

/** A row that failed before this time may be tried again at `now`. */
export const lastTryBefore = (now: Date): Date => after(now, -againAfter);

/** How to find and delete a row, or a part of what belongs to it. */
interface Deletion<Row> {
  readonly table: Table;
  /** Must return rows whose deletion failed last, and only if they failed before `lastTryBefore`. */
  readonly find: (tx: Tx) => Promise<Row | undefined>;
  readonly forget: (tx: Tx, row: Row) => Promise<void>;
}

/**
 * Deletes one row, or a part of what belongs to it. Returns whether there was a row. Rejects if the deletion fails; the
 * next call continues with another row.
 */
export async function forgetOne<
  Row extends { readonly id: string; readonly deletion_failed_on: Date | null },
>(db: Db, { table, find, forget }: Deletion<Row>, now: Date): Promise<boolean> {
  let row: Row | undefined;
  try {
    return await transact(db, async (tx) => {
      // The transaction may run again, and then finds another row.
      row = undefined;
      row = await find(tx);
      if (!row) return false;
      if (row.deletion_failed_on) await setFailed(tx, table, row.id, null);
      await forget(tx, row);
      return true;
    });
  } catch (error) {
    if (row) await setFailed(db, table, row.id, now);
    throw error;
  }
}
