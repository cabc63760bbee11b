// Sessions that may make several connections: which connections they have made, and how the person finishes.
import type { LinkSession, SessionReport } from 'svc-link/contract';
import { consentOf } from '../connections/index.js';
import type { Db, Tx } from '../db/index.js';
import { hasConnected } from './sessions.js';
import type { LinkSessionRow } from './session-row.js';
import type { NewConnection } from './store-connections.js';

/** Stores that a try of the session has made a connection. It replaces an earlier one with the provider. */
export async function keepConnected(
  tx: Tx,
  { id, attempt, consent }: Pick<LinkSessionRow, 'id' | 'attempt' | 'consent'>,
  { provider, account }: NewConnection,
  now: Date,
): Promise<void> {
  const made = {
    provider_account: account,
    attempt,
    consent: consent && JSON.stringify(consent),
    connected_on: now,
  };
  await tx
    .insertInto('link_connection')
    .values({ session_id: id, provider, ...made })
    .onConflict((conflict) => conflict.columns(['session_id', 'provider']).doUpdateSet(made))
    .execute();
}

/** The connections that a session has made, oldest first. `connected` says whether its user still has the connection. */
async function madeBy(
  db: Db | Tx,
  session: Pick<LinkSessionRow, 'id' | 'user_id'>,
): Promise<SessionReport['connections']> {
  const rows = await db
    .selectFrom('link_connection as made')
    .leftJoin('connection', (join) =>
      join
        .on('connection.user_id', '=', session.user_id)
        .onRef('connection.provider', '=', 'made.provider')
        .onRef('connection.provider_account', '=', 'made.provider_account'),
    )
    .select([
      'made.provider',
      'made.provider_account',
      'made.consent',
      'made.connected_on',
      'connection.id as connection_id',
    ])
    .where('made.session_id', '=', session.id)
    .orderBy('made.attempt')
    .execute();
  return rows.map((row) => ({
    provider: row.provider,
    provider_id: row.provider_account,
    connected: row.connection_id !== null,
    consent: consentOf(row.consent),
    connected_on: row.connected_on.toISOString(),
  }));
}

/** The connections for the report to the team's server. A usual session has made one at most, and its own row names it. */
export async function reportedConnections(
  db: Db,
  session: LinkSessionRow,
): Promise<SessionReport['connections']> {
  if (session.multiple) return madeBy(db, session);
  const { state, provider, provider_account, ended_on } = session;
  if (state !== 'success' || provider === null || provider_account === null || ended_on === null) return [];
  const kept = await db
    .selectFrom('connection')
    .select('id')
    .where('user_id', '=', session.user_id)
    .where('provider', '=', provider)
    .where('provider_account', '=', provider_account)
    .executeTakeFirst();
  return [
    {
      provider,
      provider_id: provider_account,
      connected: kept !== undefined,
      consent: consentOf(session.consent),
      connected_on: ended_on.toISOString(),
    },
  ];
}

/** The connections for the widget, which shows only those that still exist. Null for a usual session. */
export async function shownConnections(db: Db, session: LinkSessionRow): Promise<LinkSession['connections']> {
  if (!session.multiple) return null;
  const made = await madeBy(db, session);
  return made.flatMap(({ connected, provider, provider_id, consent }) =>
    connected ? [{ provider, provider_id, consent }] : [],
  );
}

/** Whether the session's token can make further connections. */
export const mayGoOn = ({ multiple, finished_on, expires_at }: LinkSessionRow, now: Date): boolean =>
  multiple && finished_on === null && expires_at > now;

/** Ends a locked session when its person has finished. The session takes the state of the last connection that still exists. */
export async function finishSession(tx: Tx, session: LinkSessionRow, now: Date): Promise<void> {
  const last = (await madeBy(tx, session)).findLast(({ connected }) => connected);
  if (!last) return;
  await tx
    .updateTable('oauth_attempt')
    .set({ superseded: true, verifier: null })
    .where('session_id', '=', session.id)
    .where('used_on', 'is', null)
    .execute();
  await tx
    .updateTable('link_session')
    .set({
      state: 'success',
      provider: last.provider,
      provider_account: last.provider_id,
      consent: last.consent && JSON.stringify(last.consent),
      // An answer that a provider still sends then belongs to an earlier try, so that it stores nothing.
      attempt: hasConnected(session) ? session.attempt : session.attempt + 1,
      error_type: null,
      challenge: null,
      challenge_expires_at: null,
      wrong_codes: 0,
      finished_on: now,
      ended_on: now,
    })
    .where('id', '=', session.id)
    .execute();
}

/** Removes a connection that has ended from the session. If it was the latest, the session has no provider chosen again. */
export async function forgetConnected(tx: Tx, session: LinkSessionRow, provider: string): Promise<void> {
  await tx
    .deleteFrom('link_connection')
    .where('session_id', '=', session.id)
    .where('provider', '=', provider)
    .execute();
  if (session.state !== 'success' || session.provider !== provider) return;
  await tx
    .updateTable('link_session')
    .set({ state: 'started', provider: session.only_provider, provider_account: null, ended_on: null })
    .where('id', '=', session.id)
    .execute();
}
