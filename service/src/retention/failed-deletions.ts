// What could not be deleted. It is tried again later, after all others, so that these do not wait for it.
import { sql } from 'kysely';
import type { Db, Tx } from '../db/index.js';
import { after } from '../work/index.js';

/** After so many seconds it is tried again. */
const againAfter = 60;

/** Stores that a row could not be deleted, or with `null` that it is tried again. */
export const setFailed = (
  db: Db | Tx,
  table: 'app_user' | 'team',
  id: string,
  failedOn: Date | null,
): Promise<unknown> =>
  sql`update ${sql.table(table)} set deletion_failed_on = ${failedOn} where id = ${id}`.execute(db);

/** Until when the last try must have been for another one at `now`. */
export const lastTryBefore = (now: Date): Date => after(now, -againAfter);
