import { setImmediate as turn } from 'node:timers/promises';
import { forgetUsers } from '../audit/index.js';
import { type Db, transact, type Tx } from '../db/index.js';
import { forgetSessions } from '../link-figures/index.js';
import { lastTryBefore, setFailed } from '../retention/index.js';
import { after } from '../work/index.js';
import { endConnections, graceSeconds } from './deletion.js';

/** How many users one transaction deletes for good. The limit keeps it short. */
const usersAtOnce = 100;
/** How many of their sessions, orders and events one transaction deletes. A person may have any number. */
const rowsAtOnce = 2000;

/**
 * Deletes users for good whose 7 days were over at `now`, with all their data. A test checks that no table still has anything
 * about them (`forgotten-users.test.ts`): code that stores more about a person must be added there. Returns whether there may be
 * more to do. If it fails for a user, it finishes the others and then rejects.
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

/** The users to delete. Users whose deletion failed before come last. */
async function findUsers(tx: Tx, now: Date): Promise<readonly string[]> {
  const due = tx
    .selectFrom('app_user')
    .select('id')
    .where('deleted_on', '<=', after(now, -graceSeconds))
    .limit(usersAtOnce)
    .forUpdate()
    // Another process is already deleting these.
    .skipLocked();
  const untried = due.where('deletion_failed_on', 'is', null).orderBy('deleted_on');
  const failed = due.where('deletion_failed_on', '<=', lastTryBefore(now)).orderBy('deletion_failed_on');
  let rows = await untried.execute();
  if (rows.length === 0) rows = await failed.execute();
  return rows.map(({ id }) => id);
}

/** Deletes each user in a separate transaction. Stores which deletions failed, and rejects at the end if any did. */
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
  // The errors are usually alike, and the table lists each user that failed.
  if (errors.length > 0) throw errors[0];
}

/** Deletes users, or first a part of their rows if they have many. */
async function forget(tx: Tx, users: readonly string[]): Promise<void> {
  if (users.length === 0 || (await forgetSome(tx, users))) return;
  await endConnections(tx, users);
  await tx.deleteFrom('app_user').where('id', 'in', users).execute();
  await forgetUsers(tx, users);
}

/**
 * Deletes rows of which a person may have many. Returns whether there may be more. The users are deleted only after all of them.
 */
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
