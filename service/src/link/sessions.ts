// Link sessions and their tokens: how they are found and checked, and how a try begins. Other files handle providers' answers.
import type { Consent } from 'svc-link/contract';
import { after } from '../work/index.js';
import { badToken, type TokenProblem, tooManyTries } from '../http/index.js';
import { hash } from '../crypto/index.js';
import { compiledOnce, type Db, type Given, type Tx } from '../db/index.js';
import { beginOnPhone, forgetCode, sendAway, type HandoffRow } from './phone.js';
import type { LinkSessionRow } from './session-row.js';
import { withRecordedSteps } from './steps.js';

/** The lifetime of a link token in seconds, and its longest lifetime if it is extended. A test checks that the docs agree. */
export const tokenSeconds = 60 * 60;
export const longestTokenSeconds = 4 * 3600;

/** Finds the session of a link token. `fromAddress` also accepts the separate token that an address may have. */
export async function findByToken(
  db: Db | Tx,
  token: string | undefined,
  fromAddress = false,
): Promise<LinkSessionRow | undefined> {
  if (!token) return undefined;
  const [session] = await (fromAddress ? byEitherHash : byHash)(db, { hashed: hash(token) });
  return session;
}

const byHash = compiledOnce((db, given: Given<{ hashed: Uint8Array }>) =>
  db.selectFrom('link_session').selectAll().where('token_hash', '=', given('hashed')),
);

const byEitherHash = compiledOnce((db, given: Given<{ hashed: Uint8Array }>) =>
  db
    .selectFrom('link_session')
    .selectAll()
    .where(({ eb, or }) =>
      or([eb('token_hash', '=', given('hashed')), eb('address_hash', '=', given('hashed'))]),
    ),
);

/** Locks a session until the transaction ends, so that tries in the session wait for each other. */
export async function lockSession(tx: Tx, id: string): Promise<LinkSessionRow> {
  const [session] = await locked(tx, { id });
  if (!session) throw new Error('a link session is gone');
  return session;
}

const locked = compiledOnce((tx, given: Given<{ id: string }>) =>
  tx.selectFrom('link_session').selectAll().where('id', '=', given('id')).forUpdate(),
);

/** Whether the provider has accepted the latest try. */
export const hasConnected = ({ state }: Pick<LinkSessionRow, 'state'>): boolean =>
  state === 'success' || state === 'pending_confirmation';

/** Whether the token can connect nothing more: it has made its one connection, or the person has finished with several. */
export const isConsumed = (session: Pick<LinkSessionRow, 'state' | 'multiple' | 'finished_on'>): boolean =>
  session.multiple ? session.finished_on !== null : hasConnected(session);

/** The latest end that a token can be extended to. */
export const latestEnd = ({ created_on }: LinkSessionRow): Date => after(created_on, longestTokenSeconds);

/** Whether the token can still be extended. */
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

/** The most tries in a session, more than anybody needs to connect an account. There is a limit because each try stores rows. */
const mostAttempts = 100;

/**
 * Begins a try with a provider. It supersedes the earlier try, whether that failed or is still in progress. The caller has
 * locked the session. Returns the session with the number of the new try. Throws 401 if the token is not usable any more,
 * and 429 after too many tries. `consent` is what the person agrees to in this try. If `phone` is given, the try belongs to it.
 */
export async function beginAttempt(
  tx: Tx,
  session: LinkSessionRow,
  provider: string,
  now: Date,
  consent: Consent | null,
  phone?: HandoffRow,
): Promise<LinkSessionRow> {
  const problem = connectProblem(session, now);
  if (problem) throw badToken(problem);
  if (session.attempt >= mostAttempts) throw tooManyTries(session.expires_at.getTime() - now.getTime());
  if (phone) await beginOnPhone(tx, phone, session.attempt + 1);
  // A person who continues here no longer uses the phone.
  else if (session.handoffs > 0) await sendAway(tx, session.id, 'ended');
  await forgetCode(tx, session);
  const { id } = session;
  return withRecordedSteps(tx, { ...session, provider }, now, { step: 'provider_chosen' })
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
      consent: consent && JSON.stringify(consent),
      error_type: null,
      challenge: null,
      challenge_expires_at: null,
      wrong_codes: 0,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
