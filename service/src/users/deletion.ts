// Deleting users. For 7 days a user can be restored, but without connections (spec 3.3).
import { recordAudit } from '../audit/index.js';
import { sql } from 'kysely';
import { after } from '../work/index.js';
import { type Db, sqlState, type Tx } from '../db/index.js';
import { broken } from '../http/index.js';
import { findHolder, withCountedUsers } from '../accounts/index.js';
import { unpark } from '../orders/index.js';
import { letGo } from './end-connection.js';
import { forgetFallbacks } from './forget-fallbacks.js';

/** How long a deletion can be undone, in seconds (spec 8). */
export const graceSeconds = 7 * 86_400;

/** Deletes a user of a team, and ends the user's connections and links in progress. Throws 404 if there is no such user. */
export async function deleteUser(tx: Tx, teamId: string, userId: string, now: Date): Promise<void> {
  const deleted = await withCountedUsers(tx, 'taken away', (query) =>
    query
      .updateTable('app_user')
      .set({ deleted_on: now })
      .where('id', '=', userId)
      .where('team_id', '=', teamId)
      .where('deleted_on', 'is', null)
      .returningAll(),
  )
    .select('id')
    .executeTakeFirst();
  if (!deleted) throw broken(404, 'user_not_found', 'There is no such user.');
  await endSessions(tx, { userId }, now);
  await endConnections(tx, [userId]);
}

/** Deletes the connections of users. Access at real providers is ended there too, if nobody else uses it. */
export async function endConnections(tx: Tx, userIds: readonly string[]): Promise<void> {
  const ended = await tx
    .deleteFrom('connection')
    .where('user_id', 'in', userIds)
    .returning(['user_id', 'provider', 'provider_account', 'grant_id'])
    .execute();
  await letGo(tx, ended);
  await forgetFallbacks(tx, ended);
}

/** Ends links in progress: those of a user, those of a team that were made since a time, or all of them. */
export async function endSessions(
  tx: Tx,
  whose: { readonly userId: string } | { readonly teamId: string; readonly since: Date } | 'all',
  now: Date,
): Promise<void> {
  const all = tx
    .selectFrom('link_session')
    .select('id')
    // A session that this has ended before is not ended again.
    .where('finished_on', 'is', null)
    // After a success, a token for several connections is still usable.
    .where((row) => row.or([row('state', '!=', 'success'), row('multiple', '=', true)]));
  const sessions =
    whose === 'all'
      ? all
      : 'userId' in whose
        ? all.where('user_id', '=', whose.userId)
        : all.where('team_id', '=', whose.teamId).where('created_on', '>=', whose.since);
  await tx
    .updateTable('oauth_attempt')
    .set({ superseded: true, verifier: null })
    .where('session_id', 'in', sessions)
    .execute();
  await tx
    .updateTable('link_session')
    .set((row) => ({
      state: 'error',
      error_type: 'token_expired',
      // An answer that a provider still sends then belongs to an earlier try, so that it stores nothing.
      attempt: row('attempt', '+', 1),
      challenge: null,
      challenge_expires_at: null,
      pending_connection: null,
      confirm_hash: null,
      confirm_expires_at: null,
      finished_on: now,
      ended_on: now,
      expires_at: now,
    }))
    .where('id', 'in', sessions)
    .execute();
}

/** The user to restore, by one of two ids. */
export type Deleted = { readonly id: string } | { readonly clientUserId: string };

const sinceOf = (now: Date): Date => after(now, -graceSeconds);

/** The deleted user who can still be restored. Throws 404 if there is none or the 7 days are over. */
async function findDeleted(db: Db | Tx, teamId: string, user: Deleted, now: Date) {
  const found = await db
    .selectFrom('app_user')
    .select(['id', 'client_user_id'])
    .where('team_id', '=', teamId)
    .where('deleted_on', '>', sinceOf(now))
    .where((row) => ('id' in user ? row('id', '=', user.id) : row('client_user_id', '=', user.clientUserId)))
    // There may be several deleted users with the same `client_user_id`.
    .orderBy('deleted_on', 'desc')
    .executeTakeFirst();
  if (!found) throw notFound();
  return found;
}

const notFound = () =>
  broken(404, 'user_not_found', 'There is no such user who was deleted within the last 7 days.');

/**
 * Restores a deleted user and returns the id. Throws 404 if there is none or the 7 days are over. If another user has the
 * `client_user_id` now, the database refuses, and `whyNotRestored` gives the reason.
 */
export async function undoDelete(tx: Tx, teamId: string, user: Deleted, now: Date): Promise<string> {
  const { id } = await findDeleted(tx, teamId, user, now);
  await tx.selectFrom('app_user').select('id').where('id', '=', id).forUpdate().execute();
  await unpark(tx, id, now);
  const row = await withCountedUsers(tx, 'added', (query) =>
    query
      .updateTable('app_user')
      // The user and their orders move to the end of the lists. At their
      // former places they would shift the pages of current readers.
      .set({ deleted_on: null, place: sql<string>`nextval('app_user_place')` })
      .where('id', '=', id)
      .where('deleted_on', '>', sinceOf(now))
      .returningAll(),
  )
    .select(['id', 'team_id'])
    .executeTakeFirst();
  if (!row) throw notFound();
  await recordAudit(tx, { action: 'user.restored', of: { teamId: row.team_id }, subject: row.id });
  const place = sql<string>`nextval('lab_order_place')`;
  await tx.updateTable('lab_order').set({ place }).where('user_id', '=', id).execute();
  const results_place = sql<string>`nextval('lab_order_results_place')`;
  await tx
    .updateTable('lab_order')
    .set({ results_place })
    .where('user_id', '=', id)
    .where('results_place', 'is not', null)
    .execute();
  return id;
}

/** The error to answer if `undoDelete` failed: 409 with the user who has the `client_user_id` now, or the error itself. */
export async function whyNotRestored(
  db: Db,
  teamId: string,
  user: Deleted,
  now: Date,
  error: unknown,
): Promise<unknown> {
  if (sqlState(error) !== '23505') return error;
  const { client_user_id } = await findDeleted(db, teamId, user, now);
  const holder = await findHolder(db, teamId, client_user_id).executeTakeFirst();
  return broken(409, 'already_exists', 'Another user has this client_user_id by now.', {
    user_id: holder?.id ?? null,
    created_on: holder?.created_on.toISOString() ?? null,
  });
}
