// How a link is handed over to a phone, and taken back.
import { randomUUID } from 'node:crypto';
import type { Handoff } from 'svc-link/contract';
import { hash, isHashOf, mint, type Secrets } from '../crypto/index.js';
import type { Tx } from '../db/index.js';
import { giveUpUnnamed } from '../grants/index.js';
import { broken, tooManyTries, type ApiError } from '../http/index.js';
import { after } from '../work/index.js';
import { activeStates, isDoneOnPhone, numberOf, sendAway, type HandoffRow } from './phone.js';
import { isConsumed, lockSession, usageProblem } from './sessions.js';
import type { LinkSessionRow } from './session-row.js';

/** How long an address can be opened, in seconds. After that, the person on the phone has as long to answer the question. */
const handoffSeconds = 300;
/** How many addresses one link can have. It is more than anybody needs; each gives three more tries at the number. */
const mostHandoffs = 30;
const mostWrongNumbers = 3;

/** The page on the computer, as it describes itself. */
export interface Offering {
  readonly origin: string | null;
  readonly provider: string | null;
}

/** Makes an address, which replaces the one before. The caller has locked the session. Only the address contains `code`. */
export async function offerHandoff(
  tx: Tx,
  session: LinkSessionRow,
  offering: Offering,
  now: Date,
): Promise<{ readonly handoff: HandoffRow; readonly code: string }> {
  if (session.handoffs >= mostHandoffs) throw tooManyTries(session.expires_at.getTime() - now.getTime());
  await endHandoff(tx, session);
  await tx.deleteFrom('link_handoff').where('session_id', '=', session.id).execute();
  await tx
    .updateTable('link_session')
    .set({ handoffs: session.handoffs + 1 })
    .where('id', '=', session.id)
    .execute();
  const code = mint('');
  const latest = after(now, handoffSeconds);
  const handoff = await tx
    .insertInto('link_handoff')
    .values({
      ...offering,
      id: randomUUID(),
      session_id: session.id,
      code_hash: hash(code),
      state: 'offered',
      browser_hash: null,
      attempt: null,
      confirm_code: null,
      expires_at: session.expires_at < latest ? session.expires_at : latest,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return { handoff, code };
}

/** Sends the phone away and ends its try: if the phone's provider still answers, the answer is dropped. */
export async function endHandoff(
  tx: Tx,
  session: LinkSessionRow,
  state: 'ended' | 'declined' = 'ended',
): Promise<void> {
  const phone = await tx
    .selectFrom('link_handoff')
    .select('attempt')
    .where('session_id', '=', session.id)
    .where('state', 'in', activeStates)
    .executeTakeFirst();
  // A connection that the phone made stays, and the phone may still say so.
  if (!phone || isConsumed(session) || isDoneOnPhone(session, phone)) return;
  await sendAway(tx, session.id, state);
  // The phone may have tokens of a provider that could not name the account. Nobody else may get them.
  if (phone.attempt !== null) await giveUpUnnamed(tx, session.id);
  if (phone.attempt !== session.attempt) return;
  await tx
    .updateTable('oauth_attempt')
    .set({ superseded: true })
    .where('session_id', '=', session.id)
    .where('superseded', '=', false)
    .execute();
  await tx
    .updateTable('link_session')
    .set({
      state: 'started',
      attempt: session.attempt + 1,
      error_type: null,
      challenge: null,
      challenge_expires_at: null,
      wrong_codes: 0,
    })
    .where('id', '=', session.id)
    .execute();
}

/** Uses up an address for one browser. The caller has already found the session of the code. Throws 409 with the reason. */
export async function openHandoff(
  tx: Tx,
  found: Pick<HandoffRow, 'id' | 'session_id'>,
  browser: string,
  now: Date,
): Promise<{ readonly session: LinkSessionRow; readonly handoff: HandoffRow }> {
  const session = await lockSession(tx, found.session_id);
  const handoff = await tx
    .selectFrom('link_handoff')
    .selectAll()
    .where('id', '=', found.id)
    .executeTakeFirst();
  if (!handoff || !activeStates.some((active) => active === handoff.state)) throw refused('ended');
  if (usageProblem(session, now)) throw refused('ended');
  if (handoff.state !== 'offered') {
    // The same phone again: it did not receive our first answer.
    if (isHashOf(browser, handoff.browser_hash)) return { session, handoff };
    throw refused('used');
  }
  if (handoff.expires_at <= now) throw refused('expired');
  const opened = await tx
    .updateTable('link_handoff')
    .set({ state: 'opened', browser_hash: hash(browser), expires_at: after(now, handoffSeconds) })
    .where('id', '=', handoff.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return { session, handoff: opened };
}

/** Why an address does not open: `used` by another device, past its time, or taken back. */
export const refused = (why: 'used' | 'expired' | 'ended'): ApiError =>
  broken(409, `handoff_${why}`, 'The address does not open, or not any more.');

/** Whether the person has to type the phone's number on the computer before the phone may continue. */
export const needsNumber = ({ confirm }: Pick<LinkSessionRow, 'confirm'>): boolean => confirm === 'host';

const notWaiting = (): ApiError =>
  broken(409, 'handoff_not_waiting', 'No phone waits for an answer, or not any more.');

/** The person continues on this phone. The caller has locked the session. Throws 409 if the phone was sent away meanwhile. */
export async function acceptHandoff(tx: Tx, { id }: Pick<HandoffRow, 'id'>, now: Date): Promise<void> {
  const [accepted] = await tx
    .updateTable('link_handoff')
    .set({ state: 'accepted' })
    .where('id', '=', id)
    .where('state', '=', 'opened')
    .where('expires_at', '>', now)
    .returning('id')
    .execute();
  if (!accepted) throw notWaiting();
}

/** The person continues on the computer. Does nothing if the phone was sent away meanwhile. The caller has locked the session. */
export async function declineHandoff(
  tx: Tx,
  session: LinkSessionRow,
  { id }: Pick<HandoffRow, 'id'>,
): Promise<void> {
  const phone = await tx
    .selectFrom('link_handoff')
    .select('id')
    .where('id', '=', id)
    .where('state', 'in', activeStates)
    .executeTakeFirst();
  if (phone) await endHandoff(tx, session, 'declined');
}

/**
 * Accepts the phone if the number is right. Returns false for a wrong number, and counts it. The caller has locked the session.
 */
export async function acceptByNumber(
  tx: Tx,
  secrets: Secrets,
  session: LinkSessionRow,
  number: string,
  now: Date,
): Promise<boolean> {
  const handoff = await tx
    .selectFrom('link_handoff')
    .selectAll()
    .where('session_id', '=', session.id)
    .where('state', '=', 'opened')
    .executeTakeFirst();
  if (!handoff || !needsNumber(session)) throw notWaiting();
  if (isHashOf(number, hash(numberOf(secrets, handoff)))) {
    await acceptHandoff(tx, handoff, now);
    return true;
  }
  const wrong = handoff.wrong_numbers + 1;
  await tx
    .updateTable('link_handoff')
    .set({ wrong_numbers: wrong, ...(wrong >= mostWrongNumbers && { state: 'ended' }) })
    .where('id', '=', handoff.id)
    .execute();
  return false;
}

/** A handoff as the computer sees it. */
export const toHandoff = (row: HandoffRow, session: LinkSessionRow, now: Date): Handoff => {
  const waits = row.state === 'offered' || row.state === 'opened';
  return {
    id: row.id,
    state: waits && row.expires_at <= now ? 'expired' : row.state,
    expires_at: row.expires_at.toISOString(),
    needs_number: row.state === 'opened' && needsNumber(session),
  };
};

/** How many rows one transaction deletes. The limit keeps it short. */
const mostAtOnce = 5000;

/** Deletes handoffs whose sessions ended more than a day before `now`. Returns whether there may be more. */
export async function pruneHandoffs(tx: Tx, now: Date): Promise<boolean> {
  const over = tx
    .selectFrom('link_handoff')
    .select('id')
    .where('expires_at', '<=', after(now, -86_400))
    .orderBy('expires_at')
    .limit(mostAtOnce);
  const { numDeletedRows } = await tx
    .deleteFrom('link_handoff')
    .where('id', 'in', over)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows) === mostAtOnce;
}
