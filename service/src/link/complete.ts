// How a try ends: with a connection or with an error. Password and OAuth tries both end here.
import { after } from '../work/index.js';
import type { Consent } from 'svc-link/contract';
import type { Tx } from '../db/index.js';
import type { Deps } from '../deps.js';
import { hash, mint } from '../crypto/index.js';
import { forgetCode, keepForDesktop } from './phone.js';
import { hasConnected, isConsumed, lockSession } from './sessions.js';
import { keepConnected } from './several.js';
import { recordsOfError, withRecordedSteps } from './steps.js';
import { mismatchOf, renewConnection } from './renew-connection.js';
import { storeConnections, type NewConnection } from './store-connections.js';
import type { LinkSessionRow } from './session-row.js';

export type AttemptEnd =
  /** `consent` is the consent that is valid from now on. It was given in this try or in an earlier one. */
  | { readonly type: 'success'; readonly account: string; readonly consent: Consent | null }
  /**
   * The provider accepted the sign-in, and the team's server has to confirm with this code. Only the code's hash is stored.
   * The code is null on a phone that the link was handed over to: the page that handed it over gets the code.
   */
  | { readonly type: 'pending_confirmation'; readonly confirmCode: string | null }
  | { readonly type: 'error'; readonly errorType: string }
  /** A later try has begun, or the session has ended. Nothing was stored. */
  | { readonly type: 'superseded' };

type Tools = Pick<Deps, 'clock' | 'jobs' | 'secrets' | 'publicUrl'>;

/** How long a team's server may take to confirm, in seconds. */
const confirmSeconds = 60;

/**
 * Stores the connection that the try with the number `attempt` made, and replaces an earlier connection with the provider. Ends
 * the session unless it may make several connections. The answer to a try that is not the latest changes nothing.
 */
export async function completeConnection(
  tx: Tx,
  tools: Tools,
  sessionId: string,
  attempt: number,
  made: NewConnection,
): Promise<AttemptEnd> {
  const session = await currentSession(tx, sessionId, attempt);
  if (!session) return { type: 'superseded' };
  const mismatch = await mismatchOf(tx, session, made);
  if (mismatch) return storeError(tx, tools, session, mismatch);
  if (session.reject_duplicate && (await heldByAnother(tx, session, made))) {
    return storeError(tx, tools, session, 'duplicate_connection');
  }
  if (session.confirm === 'host') return awaitConfirmation(tx, tools, session, made);

  return connect(tx, tools, session, made);
}

/**
 * Stores the connection that waited for the confirmation of the team's server. The caller has locked the session
 * and checked the code.
 */
export async function completeConfirmed(tx: Tx, tools: Tools, session: LinkSessionRow): Promise<AttemptEnd> {
  if (session.pending_connection === null) return { type: 'superseded' };
  const sealed = tools.secrets.open('pending-connection', session.id, session.pending_connection);
  // awaitConfirmation, below, wrote it.
  const made = JSON.parse(sealed) as NewConnection;
  // The connection to renew may have ended in the meantime, or have another account now.
  const mismatch = await mismatchOf(tx, session, made);
  if (mismatch) return storeError(tx, tools, session, mismatch);
  // Another user may have linked the account in the meantime.
  if (session.reject_duplicate && (await heldByAnother(tx, session, made))) {
    return storeError(tx, tools, session, 'duplicate_connection');
  }
  return connect(tx, tools, session, made);
}

/** Ends the try with the number `attempt` with an error. The token stays usable. */
export async function failAttempt(
  tx: Tx,
  tools: Tools,
  sessionId: string,
  attempt: number,
  errorType: string,
): Promise<AttemptEnd> {
  const session = await currentSession(tx, sessionId, attempt);
  return session ? storeError(tx, tools, session, errorType) : { type: 'superseded' };
}

/** The columns that the end of a try clears. */
const ended = {
  error_type: null,
  challenge: null,
  challenge_expires_at: null,
  wrong_codes: 0,
  pending_connection: null,
  confirm_hash: null,
  confirm_expires_at: null,
};

async function currentSession(tx: Tx, id: string, attempt: number): Promise<LinkSessionRow | undefined> {
  const session = await lockSession(tx, id);
  const isOver = hasConnected(session) || isConsumed(session);
  return session.attempt === attempt && !isOver ? session : undefined;
}

async function connect(
  tx: Tx,
  tools: Tools,
  session: LinkSessionRow,
  made: NewConnection,
): Promise<AttemptEnd> {
  const user = await tx
    .selectFrom('app_user')
    .select(['id', 'team_id', 'client_user_id'])
    .where('id', '=', session.user_id)
    .executeTakeFirstOrThrow();
  const agreed = { ...made, ...(session.consent && { consent: session.consent }) };
  const consent = session.reconnects
    ? await renewConnection(tx, tools, user, agreed)
    : ((await storeConnections(tx, tools, [{ user, made: agreed }])).get(user.id) ?? null);
  const now = tools.clock.now();
  await forgetCode(tx, session);
  if (session.multiple) await keepConnected(tx, { ...session, consent }, made, now);
  await withRecordedSteps(tx, session, now, { step: 'connected' })
    .updateTable('link_session')
    .set({
      ...ended,
      state: 'success',
      provider_account: made.account,
      consent: consent && JSON.stringify(consent),
      ended_on: now,
    })
    .where('id', '=', session.id)
    .execute();
  return { type: 'success', account: made.account, consent };
}

async function storeError(
  tx: Tx,
  { clock }: Tools,
  session: LinkSessionRow,
  errorType: string,
): Promise<AttemptEnd> {
  const now = clock.now();
  await forgetCode(tx, session);
  await withRecordedSteps(tx, session, now, ...recordsOfError(errorType))
    .updateTable('link_session')
    .set({ ...ended, state: 'error', error_type: errorType, ended_on: now })
    .where('id', '=', session.id)
    .execute();
  return { type: 'error', errorType };
}

async function heldByAnother(tx: Tx, session: LinkSessionRow, made: NewConnection): Promise<boolean> {
  // Two users of a team may link one account at the same time. The lock makes one of them wait for the other.
  await tx.selectFrom('team').select('id').where('id', '=', session.team_id).forNoKeyUpdate().execute();
  const other = await tx
    .selectFrom('connection')
    .select('id')
    .where('team_id', '=', session.team_id)
    .where('provider', '=', made.provider)
    .where('provider_account', '=', made.account)
    .where('user_id', '!=', session.user_id)
    .executeTakeFirst();
  return other !== undefined;
}

async function awaitConfirmation(
  tx: Tx,
  { clock, secrets }: Tools,
  session: LinkSessionRow,
  made: NewConnection,
): Promise<AttemptEnd> {
  const confirmCode = mint('');
  const now = clock.now();
  await withRecordedSteps(tx, session, now, { step: 'signed_in' })
    .updateTable('link_session')
    .set({
      ...ended,
      state: 'pending_confirmation',
      pending_connection: secrets.seal('pending-connection', session.id, JSON.stringify(made)),
      confirm_hash: hash(confirmCode),
      confirm_expires_at: after(now, confirmSeconds),
    })
    .where('id', '=', session.id)
    .execute();
  const isForDesktop = await keepForDesktop(tx, secrets, session, confirmCode);
  return { type: 'pending_confirmation', confirmCode: isForDesktop ? null : confirmCode };
}
