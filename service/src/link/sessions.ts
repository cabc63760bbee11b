// Link sessions and their tokens: finding, checking, beginning a try. Providers answer elsewhere.
import { after } from '../work/index.js';
import { badToken, type TokenProblem, tooManyTries } from '../http/index.js';
import { hash } from '../crypto/index.js';
import type { Db, Tx } from '../db/index.js';
import type { LinkSessionRow } from './session-row.js';
import { noting } from './steps.js';

/** How long a link token lives, in seconds; and how long at most, if its team gives it more time. */
export const tokenSeconds = 3600;
export const longestTokenSeconds = 4 * tokenSeconds;

/** Finds the session of a link token. */
export async function findByToken(
  db: Db | Tx,
  token: string | undefined,
): Promise<LinkSessionRow | undefined> {
  if (!token) return undefined;
  return db.selectFrom('link_session').selectAll().where('token_hash', '=', hash(token)).executeTakeFirst();
}

/** Locks a session until the end of the transaction, so that tries on it come one after the other. */
export async function lockSession(tx: Tx, id: string): Promise<LinkSessionRow> {
  return tx.selectFrom('link_session').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow();
}

/** Whether the session has what it was made for, so that its token connects nothing more. */
export const isConsumed = ({ state }: Pick<LinkSessionRow, 'state'>): boolean =>
  state === 'success' || state === 'pending_confirmation';

/** Past this the end of a token cannot be moved. */
export const latestEnd = ({ created_on }: LinkSessionRow): Date => after(created_on, longestTokenSeconds);

/** Whether there is more time to be had. */
export const canBeExtended = (session: LinkSessionRow): boolean =>
  !isConsumed(session) && session.expires_at < latestEnd(session);

/** Why the token cannot be read or started; undefined if it can. */
export function usageProblem(session: LinkSessionRow | undefined, now: Date): TokenProblem | undefined {
  if (!session) return 'invalid_token';
  if (isConsumed(session)) return 'token_consumed';
  return session.expires_at <= now ? 'token_expired' : undefined;
}

/** Why the token cannot connect; undefined if it can. */
export const connectProblem = (session: LinkSessionRow | undefined, now: Date): TokenProblem | undefined =>
  usageProblem(session, now) ?? (session?.state === 'created' ? 'token_not_validated' : undefined);

/** Nobody who connects one account begins this often; each try leaves rows behind. */
const mostAttempts = 100;

/**
 * Begins a try with a provider: what went before is superseded, whether it failed, waits for a code or is
 * out at a provider. The session is locked. Answers it with the number of the new try. Throws 401 if the
 * token serves no more, 429 if it was tried too often.
 */
export async function beginAttempt(
  tx: Tx,
  session: LinkSessionRow,
  provider: string,
  now: Date,
): Promise<LinkSessionRow> {
  const problem = connectProblem(session, now);
  if (problem) throw badToken(problem);
  if (session.attempt >= mostAttempts) throw tooManyTries(session.expires_at.getTime() - now.getTime());
  const { id } = session;
  return noting(tx, { ...session, provider }, now, { step: 'provider_chosen' })
    .with('superseded', (query) =>
      query
        .updateTable('oauth_attempt')
        .set({ superseded: true })
        .where('session_id', '=', id)
        .where('superseded', '=', false),
    )
    .updateTable('link_session')
    .set({
      state: 'started',
      provider,
      attempt: session.attempt + 1,
      error_type: null,
      challenge: null,
      challenge_expires_at: null,
      wrong_codes: 0,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
