// What could not be deleted. It is tried again later, after all others, so that these do not wait for it.
import { sql } from 'kysely';
import { type Db, transact, type Tx } from '../db/index.js';
import { after } from '../work/index.js';

type Table = 'app_user' | 'team' | 'webhook';

/** After so many seconds it is tried again. */
const againAfter = 60;

/** Stores that a row could not be deleted, or with `null` that it is tried again. */
export const setFailed = (db: Db | Tx, table: Table, id: string, failedOn: Date | null): Promise<unknown> =>
  sql`update ${sql.table(table)} set deletion_failed_on = ${failedOn} where id = ${id}`.execute(db);

/** Until when the last try must have been for another one at `now`. */
export const lastTryBefore = (now: Date): Date => after(now, -againAfter);

/** How one row is found and deleted, or a part of what belongs to it. */
interface Deletion<Row> {
  readonly table: Table;
  /** Those whose deletion failed come last, and no sooner than `lastTryBefore` says. */
  readonly find: (tx: Tx) => Promise<Row | undefined>;
  readonly forget: (tx: Tx, row: Row) => Promise<void>;
}

/**
 * Deletes one row, or a part of what belongs to it. Returns whether there was one. Rejects if it fails with it; the next call goes on
 * with another one.
 */
export async function forgetOne<
  Row extends { readonly id: string; readonly deletion_failed_on: Date | null },
>(db: Db, { table, find, forget }: Deletion<Row>, now: Date): Promise<boolean> {
  let row: Row | undefined;
  try {
    return await transact(db, async (tx) => {
      // The transaction may be run again and then finds another row.
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
