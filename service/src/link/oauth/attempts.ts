import { createHash, randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { Consent } from 'svc-link/contract';
import { after } from '../../work/index.js';
import { type Tables, transact, type Tx } from '../../db/index.js';
import type { Deps } from '../../deps.js';
import { hash, isHashOf, mint } from '../../crypto/index.js';
import type { Holder } from '../../grants/index.js';
import { beginAttempt, lockSession } from '../sessions.js';
import type { ProviderEntry } from '../../providers/index.js';
import { phoneOfAttempt, type HandoffRow } from '../phone.js';
import type { LinkSessionRow } from '../session-row.js';
import { requireCodeLeft } from '../sign-in-tries.js';
import { trace } from '../traces.js';

export type OauthDeps = Pick<
  Deps,
  | 'db'
  | 'clock'
  | 'jobs'
  | 'secrets'
  | 'log'
  | 'publicUrl'
  | 'sandboxUrl'
  | 'internalUrl'
  | 'providerSettings'
  | 'budgets'
>;

export type AttemptRow = Selectable<Tables['oauth_attempt']>;

/** Where the browser goes after an attempt: the hosted page if it has an opener, a page of the team, or the token's URL. */
export interface End {
  readonly display: 'window' | null;
  readonly returnUrl: string | null;
}

/** Why the address of an attempt does not work, or does not work in this browser. Opening it changed nothing. */
export type Refusal = 'unknown' | 'other-browser' | 'used' | 'superseded' | 'expired';

/** How long a person may stay at the provider, in seconds. An attempt never outlives its token. */
const lifetime = 1800;

/**
 * Begins an attempt, which supersedes an earlier one. Returns its ticket, which works once. Throws the errors of `beginAttempt`,
 * and 429 after too many refused codes.
 */
export async function beginOauth(
  deps: OauthDeps,
  sessionId: string,
  provider: ProviderEntry,
  end: End,
  consent: Consent | null,
  phone?: HandoffRow,
): Promise<string> {
  const ticket = mint('');
  const now = deps.clock.now();
  await transact(deps.db, async (tx) => {
    const session = await beginAttempt(
      tx,
      await lockSession(tx, sessionId),
      provider.slug,
      now,
      consent,
      phone,
    );
    if (provider.adapter) await requireCodeLeft(tx, deps, session);
    await tx
      .insertInto('oauth_attempt')
      .values({
        id: randomUUID(),
        session_id: session.id,
        provider: provider.slug,
        ticket_hash: hash(ticket),
        display: end.display,
        return_url: end.returnUrl,
        attempt: session.attempt,
        created_on: now,
        expires_at: endOf(session, now),
      })
      .execute();
  });
  return ticket;
}

const endOf = (session: LinkSessionRow, now: Date): Date => {
  const latest = after(now, lifetime);
  return session.expires_at < latest ? session.expires_at : latest;
};

/** Extends the attempt in progress after its token was extended. */
export async function extendAttempt(tx: Tx, session: LinkSessionRow): Promise<void> {
  const attempt = await tx
    .selectFrom('oauth_attempt')
    .select(['id', 'created_on'])
    .where('session_id', '=', session.id)
    .where('superseded', '=', false)
    .where('used_on', 'is', null)
    .executeTakeFirst();
  if (!attempt) return;
  await tx
    .updateTable('oauth_attempt')
    .set({ expires_at: endOf(session, attempt.created_on) })
    .where('id', '=', attempt.id)
    .execute();
}

export interface Departure {
  readonly type: 'departure';
  readonly state: string;
  /** PKCE (RFC 7636): SHA-256 of the verifier, which stays here. */
  readonly codeChallenge: string;
  readonly attempt: AttemptRow;
  readonly session: LinkSessionRow;
  readonly holder: Holder;
}

/** The browser that has opened an attempt, and its phone if it is one. Nobody else may continue the attempt. */
const holderOf = (cookieHash: Uint8Array, phone: HandoffRow | undefined): Holder => ({
  browser: Buffer.from(cookieHash).toString('base64url'),
  handoff: phone?.id ?? null,
});

/** The browser that opens a ticket. */
export interface Visitor {
  /** The browser's secret for visits to providers. */
  readonly browser: string;
  /** The browser's cookie for link sessions. */
  readonly cookie: string | undefined;
  /** Which site the browser came from, as the browser says (`Sec-Fetch-Site`); undefined if the request does not open a page. */
  readonly site: string | undefined;
  /** Whether a person pressed the button of the page that asks for consent. */
  readonly pressed: boolean;
}

/** An attempt that needs the person's consent in this browser first. The visit has changed nothing. */
export interface HeldAttempt {
  readonly type: 'held';
  readonly session: LinkSessionRow;
  readonly attempt: AttemptRow;
  readonly end: End;
  /** Whether the browser is the one that the session is bound to. */
  readonly isMine: boolean;
}

/** Uses up a ticket and binds the attempt to the browser that opened it. Only that browser can finish the attempt. */
export async function openTicket(
  deps: OauthDeps,
  ticket: string,
  visitor: Visitor,
): Promise<Departure | HeldAttempt | Refusal> {
  const now = deps.clock.now();
  const state = mint('');
  const verifier = mint('');
  return transact(deps.db, async (tx) => {
    const attempt = await tx
      .selectFrom('oauth_attempt')
      .selectAll()
      .where('ticket_hash', '=', hash(ticket))
      .forUpdate()
      .executeTakeFirst();
    if (!attempt) return 'unknown';
    if (attempt.state_hash) return 'used';
    if (attempt.superseded) return 'superseded';
    if (attempt.expires_at <= now) return 'expired';
    const session = await tx
      .selectFrom('link_session')
      .selectAll()
      .where('id', '=', attempt.session_id)
      .executeTakeFirstOrThrow();
    const phone = await phoneOfAttempt(tx, attempt);
    const isMine = visitor.cookie !== undefined && isHashOf(visitor.cookie, (phone ?? session).browser_hash);
    // Only the phone can finish an attempt that it began. The page that handed the link over gets the confirm code.
    if (phone && !isMine) return 'other-browser';
    if (!visitor.pressed && !goesByItself(session, isMine, visitor.site))
      return { type: 'held', session, attempt, end: endingOf(attempt), isMine };
    const cookieHash = hash(visitor.browser);
    await tx
      .updateTable('oauth_attempt')
      .set({
        state_hash: hash(state),
        cookie_hash: cookieHash,
        verifier: deps.secrets.seal('oauth-verifier', attempt.id, verifier),
      })
      .where('id', '=', attempt.id)
      .execute();
    await trace(tx, session, now, { step: 'sent_to_provider', provider: attempt.provider });
    const codeChallenge = createHash('sha256').update(verifier).digest('base64url');
    const holder = holderOf(cookieHash, phone);
    return { type: 'departure', attempt, session, state, codeChallenge, holder };
  });
}

/**
 * Whether an attempt continues to the provider without asking the person. Somebody may have sent the address to another person,
 * who would then connect their own account to the user of the link. So the browser must come from our own page, or be the
 * browser that the session is bound to. If the token restricts its origins, that browser must not come from another site either.
 */
function goesByItself(
  { browser_hash, allowed_origins }: LinkSessionRow,
  isMine: boolean,
  site: string | undefined,
): boolean {
  if (isMine) return site !== 'cross-site' || allowed_origins === null;
  return browser_hash === null && site === 'same-origin';
}

/** Where the browser goes after this attempt. */
export const endingOf = ({ display, return_url }: AttemptRow): End => ({
  display: display === 'window' ? display : null,
  returnUrl: return_url,
});

export interface Arrival {
  readonly attempt: AttemptRow;
  readonly verifier: string;
  readonly holder: Holder;
}

/** Finds the attempt of a callback and uses it up. This works once, and only in the browser that opened the ticket. */
export async function claimAttempt(
  deps: OauthDeps,
  from: { readonly provider: string; readonly state: string; readonly browser: string },
): Promise<Arrival | Refusal> {
  const now = deps.clock.now();
  return transact(deps.db, async (tx) => {
    const attempt = await tx
      .selectFrom('oauth_attempt')
      .selectAll()
      .where('state_hash', '=', hash(from.state))
      .where('provider', '=', from.provider)
      .forUpdate()
      .executeTakeFirst();
    if (!attempt) return 'unknown';
    const { cookie_hash } = attempt;
    if (!cookie_hash || !isHashOf(from.browser, cookie_hash)) return 'other-browser';
    if (attempt.used_on) return 'used';
    if (attempt.superseded) return 'superseded';
    if (attempt.expires_at <= now || !attempt.verifier) return 'expired';
    const verifier = deps.secrets.open('oauth-verifier', attempt.id, attempt.verifier);
    await tx
      .updateTable('oauth_attempt')
      .set({ used_on: now, verifier: null })
      .where('id', '=', attempt.id)
      .execute();
    const session = await tx
      .selectFrom('link_session')
      .select(['id', 'team_id', 'started_on', 'provider'])
      .where('id', '=', attempt.session_id)
      .executeTakeFirstOrThrow();
    await trace(tx, session, now, { step: 'came_back', provider: attempt.provider });
    return { attempt, verifier, holder: holderOf(cookie_hash, await phoneOfAttempt(tx, attempt)) };
  });
}

/** How long an expired attempt is kept, in seconds, so that its person can be told why it failed. */
const remembered = 86_400;

/** How many rows one transaction changes. The limit keeps it short. */
const mostAtOnce = 5000;

/**
 * Deletes the data of attempts that is no longer needed at `now`: the verifier when an attempt has expired, and later the whole
 * row. Returns whether there may be more.
 */
export async function pruneAttempts(tx: Tx, now: Date): Promise<boolean> {
  const expired = tx
    .selectFrom('oauth_attempt')
    .select('id')
    .where('verifier', 'is not', null)
    .where('expires_at', '<=', now)
    .orderBy('expires_at')
    .limit(mostAtOnce);
  const emptied = await tx
    .updateTable('oauth_attempt')
    .set({ verifier: null })
    .where('id', 'in', expired)
    .executeTakeFirstOrThrow();
  const old = tx
    .selectFrom('oauth_attempt')
    .select('id')
    .where('expires_at', '<=', after(now, -remembered))
    .orderBy('expires_at')
    .limit(mostAtOnce);
  const deleted = await tx.deleteFrom('oauth_attempt').where('id', 'in', old).executeTakeFirstOrThrow();
  return Number(emptied.numUpdatedRows) === mostAtOnce || Number(deleted.numDeletedRows) === mostAtOnce;
}
