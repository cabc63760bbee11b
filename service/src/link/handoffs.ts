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

/** How long an address can be opened, and then the question on the phone be answered, in seconds. */
const handoffSeconds = 300;
/** More addresses than anybody needs for one link: each gives three more tries at a number. */
const mostHandoffs = 30;
const mostWrongNumbers = 3;

/** What the computer says of itself. */
export interface Offering {
  readonly origin: string | null;
  readonly provider: string | null;
}

/** Makes an address in place of the one before. The session is locked. `code` is in the address alone. */
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

/** Sends the phone away, and ends what is under way there: an answer of its provider that is still to come is dropped. */
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
  // What the phone has connected stays, and the phone may say so.
  if (!phone || isConsumed(session) || isDoneOnPhone(session, phone)) return;
  await sendAway(tx, session.id, state);
  // Of what it has allowed at a provider that cannot say whose it is, nobody else is to have anything.
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

/** Uses an address up for one browser. The session of its code has to be looked up first. Throws 409 with the reason. */
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
    // The same phone, whose first answer was lost.
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

/** Whether the phone may go on only once its number was typed on the computer. */
export const needsNumber = ({ confirm }: Pick<LinkSessionRow, 'confirm'>): boolean => confirm === 'host';

const notWaiting = (): ApiError =>
  broken(409, 'handoff_not_waiting', 'No phone waits for an answer, or not any more.');

/** The person goes on on this phone. The session is locked. Throws 409 if it was sent away meanwhile. */
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

/** The person goes on on the computer. A phone that was sent away meanwhile ends nothing. The session is locked. */
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

/** Accepts by the number. Answers false for a wrong one, which is counted. The session is locked. */
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

/** How many one transaction deletes, which keeps it short. */
const mostAtOnce = 5000;

/** Deletes the handoffs of sessions that were over a day before `now`. Returns whether there may be more. */
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
