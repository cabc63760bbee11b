// The phone on which a link continues: how it is recognized, and which tries belong to it. handoffs.ts hands the link over.
import type { Selectable } from 'kysely';
import { hasSucceeded, type LinkResult } from 'svc-link/contract';
import { hash, isHashOf, type Secrets } from '../crypto/index.js';
import type { Db, Tables, Tx } from '../db/index.js';
import { badToken, isUuid } from '../http/index.js';
import type { LinkSessionRow } from './session-row.js';

export type HandoffRow = Selectable<Tables['link_handoff']>;

const prefix = 'phone-';

/** The states before a phone is sent away. */
export const activeStates = ['offered', 'opened', 'accepted'] as const;

/** The id that stands for the session on the phone. The phone does not learn the session's own id. */
export const phoneSessionId = ({ id }: Pick<HandoffRow, 'id'>): string => prefix + id;

/** Whether the id that a page sends belongs to a phone. */
export const isPhoneSession = (id: string): boolean => id.startsWith(prefix);

/** The session that a phone names, if this browser opened the address and the phone has not been sent away. */
export async function findByPhone(
  db: Db | Tx,
  id: string,
  secret: string,
): Promise<{ readonly session: LinkSessionRow; readonly phone: HandoffRow } | undefined> {
  const handoff = id.slice(prefix.length).toLowerCase();
  if (!isUuid(handoff)) return undefined;
  const phone = await db
    .selectFrom('link_handoff')
    .selectAll()
    .where('id', '=', handoff)
    .where('state', 'in', ['opened', 'accepted'])
    .executeTakeFirst();
  if (!phone || !isHashOf(secret, phone.browser_hash)) return undefined;
  const session = await db
    .selectFrom('link_session')
    .selectAll()
    .where('id', '=', phone.session_id)
    .executeTakeFirstOrThrow();
  return { session, phone };
}

/** Assigns a try to the phone. The caller has locked the session. Throws 401 if the phone was sent away meanwhile. */
export async function beginOnPhone(tx: Tx, { id }: HandoffRow, attempt: number): Promise<void> {
  const [mine] = await tx
    .updateTable('link_handoff')
    .set({ attempt })
    .where('id', '=', id)
    .where('state', '=', 'accepted')
    .returning('id')
    .execute();
  if (!mine) throw badToken('invalid_token');
}

/** Sends the phone away. This does not end the phone's try. */
export async function sendAway(tx: Tx, sessionId: string, state: 'ended' | 'declined'): Promise<void> {
  await tx
    .updateTable('link_handoff')
    .set({ state })
    .where('session_id', '=', sessionId)
    .where('state', 'in', activeStates)
    .execute();
}

/** Whether the phone made the latest connection. A phone makes only one, even in a link for several connections. */
export const isDoneOnPhone = (
  session: Pick<LinkSessionRow, 'state' | 'attempt'>,
  { attempt }: Pick<HandoffRow, 'attempt'>,
): boolean => hasSucceeded(session) && session.attempt === attempt;

/** A session as its phone sees it. The phone does not see what the computer connected before. */
export const seenOnPhone = (session: LinkSessionRow, phone: HandoffRow): LinkSessionRow =>
  session.multiple && session.state === 'success' && !isDoneOnPhone(session, phone)
    ? { ...session, state: 'started', provider: session.only_provider, provider_account: null }
    : session;

/** The phone that began a try; undefined if the try did not begin on a phone. */
export const phoneOfAttempt = async (
  db: Db | Tx,
  { session_id, attempt }: { readonly session_id: string; readonly attempt: number },
): Promise<HandoffRow | undefined> =>
  db
    .selectFrom('link_handoff')
    .selectAll()
    .where('session_id', '=', session_id)
    .where('attempt', '=', attempt)
    .where('state', '=', 'accepted')
    .executeTakeFirst();

/**
 * Keeps the confirm code of a phone's connection for the page that handed the link over: only there does the team's server
 * know who is signed in. Returns whether the phone made the connection.
 */
export async function keepForDesktop(
  tx: Tx,
  secrets: Secrets,
  { id, attempt }: Pick<LinkSessionRow, 'id' | 'attempt'>,
  confirmCode: string,
): Promise<boolean> {
  const phone = await phoneOfAttempt(tx, { session_id: id, attempt });
  if (!phone) return false;
  await tx
    .updateTable('link_handoff')
    .set({ confirm_code: secrets.seal('handoff-confirm', phone.id, confirmCode) })
    .where('id', '=', phone.id)
    .execute();
  return true;
}

/** Deletes the confirm code of a session that no longer waits for a confirmation. The caller has locked the session. */
export async function forgetCode(
  tx: Tx,
  { id, handoffs }: Pick<LinkSessionRow, 'id' | 'handoffs'>,
): Promise<void> {
  // Most links are never handed over.
  if (handoffs === 0) return;
  await tx
    .updateTable('link_handoff')
    .set({ confirm_code: null })
    .where('session_id', '=', id)
    .where('confirm_code', 'is not', null)
    .execute();
}

/**
 * Deletes up to `count` confirm codes of sessions whose wait has
 * timed out, or whose user was deleted. Returns how many it deleted.
 */
export async function forgetLeftCodes(tx: Tx, count: number): Promise<number> {
  const left = tx
    .selectFrom('link_handoff')
    .select('id')
    .where('confirm_code', 'is not', null)
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('link_session')
            .select('link_session.id')
            .whereRef('link_session.id', '=', 'link_handoff.session_id')
            .where('link_session.state', '=', 'pending_confirmation'),
        ),
      ),
    )
    .limit(count);
  const { numUpdatedRows } = await tx
    .updateTable('link_handoff')
    .set({ confirm_code: null })
    .where('id', 'in', left)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/** Six digits that only the phone shows. Whoever types them on the computer has them from the person with the phone. */
export const numberOf = (secrets: Secrets, { id }: Pick<HandoffRow, 'id'>): string => {
  const bytes = Buffer.from(hash(secrets.digest('handoff-number', id)));
  return String(bytes.readUIntBE(0, 6) % 1_000_000).padStart(6, '0');
};

/** The fields that a phone does not get, or gets in another form. */
interface Shown {
  link_session_id?: string | null | undefined;
  provider_id?: string | null | undefined;
  redirect_url?: string | null | undefined;
}

/**
 * A session or a result as a phone gets it: the fields that it needs to link, without the fields that say where the link leads.
 */
export function shownOnPhone<T extends Shown>(answer: T, phone: HandoffRow): T {
  const shown = { ...answer, link_session_id: phoneSessionId(phone), provider_id: null, redirect_url: null };
  Reflect.deleteProperty(shown, 'confirm_code');
  return shown;
}

/** A link result as its caller gets it. A phone gets fewer fields. */
export const shownTo = <Other extends Response = never>(
  { phone }: { readonly phone?: HandoffRow | undefined },
  answer: LinkResult | Other,
): LinkResult | Other => (phone && !(answer instanceof Response) ? shownOnPhone(answer, phone) : answer);
