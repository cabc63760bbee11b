// Results of deleted users. They do not come, unless the user is restored. Until the user is gone for good, their orders would be
// read at every look for results that are due.
import { sql } from 'kysely';
import { transact, type Tx } from '../db/index.js';
import type { Deps } from '../deps.js';

/** How many orders one transaction parks. */
const atOnce = 500;

/**
 * When a parked order is due: 8 days after the deletion, when the user is gone. In hours, because the length of a day depends
 * on the time zone. The value also tells that the order is parked.
 */
const parkedUntil = sql<Date>`app_user.deleted_on + interval '192 hours'`;

/** Parks orders of deleted users whose results are due. Returns how many. */
export const parkDeleted = ({ db }: Pick<Deps, 'db'>, now: Date): Promise<number> =>
  transact(db, async (tx) => {
    const { numAffectedRows } = await sql`
      with found as (
        select lab_order.id, greatest(${parkedUntil}, ${now}::timestamptz + interval '1 hour') as later
        from lab_order join app_user on app_user.id = lab_order.user_id
        where results_due_at <= ${now} and app_user.deleted_on is not null
        limit ${atOnce} for update of lab_order skip locked for share of app_user skip locked
      )
      update lab_order set results_due_at = found.later from found where lab_order.id = found.id`.execute(tx);
    return Number(numAffectedRows ?? 0);
  });

/** Makes the results of a user who is about to be restored come as soon as they are. The user must be locked. */
export const unpark = (tx: Tx, userId: string, now: Date) =>
  sql`update lab_order set results_due_at = ${now} from app_user
    where app_user.id = ${userId} and lab_order.user_id = app_user.id and results_due_at = ${parkedUntil}`.execute(
    tx,
  );
