import { setImmediate as turn } from 'node:timers/promises';
import { forgetUsers } from '../audit/index.js';
import { type Db, transact, type Tx } from '../db/index.js';
import { forgetSessions } from '../link-figures/index.js';
import { lastTryBefore, setFailed } from '../retention/index.js';
import { after } from '../work/index.js';
import { endConnections, graceSeconds } from './deletion.js';

/** How many users one transaction deletes for good, which keeps it short. */
const usersAtOnce = 100;
/** And how many sessions, orders and events of them: a person may have any number. */
const rowsAtOnce = 2000;

/**
 * Deletes users for good whose 7 days were over at `now`, with all their data. A test finds nothing of them in any table
 * (`forgotten-users.test.ts`): whoever stores more of a person adds it there. Returns whether there may be more to do. Rejects if it
 * fails with a user, after it has done the others.
 */
export async function forgetDeleted(db: Db, now: Date): Promise<boolean> {
  let users: readonly string[] = [];
  try {
    await transact(db, async (tx) => {
      // The transaction may be run again and then finds other users.
      users = [];
      users = await findUsers(tx, now);
      await forget(tx, users);
    });
  } catch (error) {
    if (users.length === 0) throw error;
    await forgetEach(db, users, now);
  }
  return users.length > 0;
}

/** Those whose deletion failed come last. */
async function findUsers(tx: Tx, now: Date): Promise<readonly string[]> {
  const due = tx
    .selectFrom('app_user')
    .select('id')
    .where('deleted_on', '<=', after(now, -graceSeconds))
    .limit(usersAtOnce)
    .forUpdate()
    // Another process forgets them.
    .skipLocked();
  const untried = due.where('deletion_failed_on', 'is', null).orderBy('deleted_on');
  const failed = due.where('deletion_failed_on', '<=', lastTryBefore(now)).orderBy('deletion_failed_on');
  let rows = await untried.execute();
  if (rows.length === 0) rows = await failed.execute();
  return rows.map(({ id }) => id);
}

/** Each user in a transaction of their own. Stores which of them failed, and rejects at the end if any did. */
async function forgetEach(db: Db, users: readonly string[], now: Date): Promise<void> {
  const errors: unknown[] = [];
  for (const id of users) {
    // PGlite answers within one turn of the event loop. Without another turn no request would be answered meanwhile.
    await turn();
    try {
      await transact(db, async (tx) => {
        await setFailed(tx, 'app_user', id, null);
        await forget(tx, [id]);
      });
    } catch (error) {
      await setFailed(db, 'app_user', id, now);
      errors.push(error);
    }
  }
  // They are alike as a rule, and each user is found in the table.
  if (errors.length > 0) throw errors[0];
}

/** Deletes users, or a part of what they have much of. */
async function forget(tx: Tx, users: readonly string[]): Promise<void> {
  if (users.length === 0 || (await forgetSome(tx, users))) return;
  await endConnections(tx, users);
  await tx.deleteFrom('app_user').where('id', 'in', users).execute();
  await forgetUsers(tx, users);
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
