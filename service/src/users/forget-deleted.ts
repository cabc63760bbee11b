import { forgetUsers } from '../audit/index.js';
import type { Tx } from '../db/index.js';
import { forgetSessions } from '../link-figures/index.js';
import { after } from '../work/index.js';
import { endConnections, graceSeconds } from './deletion.js';

/** How many users one transaction deletes for good, which keeps it short. */
const usersAtOnce = 100;
/** And how many sessions, orders and events of them: a person may have any number. */
const rowsAtOnce = 2000;

/**
 * Deletes users for good whose 7 days were over at `now`, with all their data. A test finds nothing of them in any table
 * (`forgotten-users.test.ts`): whoever stores more of a person adds it there. Returns whether there may be more to do.
 */
export async function forgetDeleted(tx: Tx, now: Date): Promise<boolean> {
  const rows = await tx
    .selectFrom('app_user')
    .select('id')
    .where('deleted_on', '<=', after(now, -graceSeconds))
    .orderBy('deleted_on')
    .limit(usersAtOnce)
    .forUpdate()
    // Another process forgets them.
    .skipLocked()
    .execute();
  if (rows.length === 0) return false;
  const users = rows.map(({ id }) => id);
  if (await forgetSome(tx, users)) return true;
  await endConnections(tx, users);
  await tx.deleteFrom('app_user').where('id', 'in', users).execute();
  await forgetUsers(tx, users);
  return rows.length === usersAtOnce;
}

/** Deletes what people may have much of. Returns whether there may be more of it, before which they are not deleted. */
async function forgetSome(tx: Tx, users: readonly string[]): Promise<boolean> {
  const sessions = await tx
    .selectFrom('link_session')
    .select('id')
    .where('user_id', 'in', users)
    .limit(rowsAtOnce)
    .execute();
  await forgetSessions(
    tx,
    sessions.map(({ id }) => id),
  );
  if (sessions.length === rowsAtOnce) return true;
  for (const table of ['lab_order', 'event'] as const) {
    const some = tx.selectFrom(table).select('id').where('user_id', 'in', users).limit(rowsAtOnce);
    const { numDeletedRows } = await tx.deleteFrom(table).where('id', 'in', some).executeTakeFirstOrThrow();
    if (Number(numDeletedRows) === rowsAtOnce) return true;
  }
  return false;
}
