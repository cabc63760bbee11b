import { createHash, randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import { after } from '../../work/index.js';
import { type Tables, transact, type Tx } from '../../db/index.js';
import type { Deps } from '../../deps.js';
import { hash, isHashOf, mint } from '../../crypto/index.js';
import { beginAttempt, lockSession } from '../sessions.js';
import type { ProviderEntry } from '../../providers/index.js';
import type { LinkSessionRow } from '../session-row.js';

export type OauthDeps = Pick<
  Deps,
  'db' | 'clock' | 'jobs' | 'secrets' | 'log' | 'publicUrl' | 'sandboxUrl' | 'internalUrl'
>;

type AttemptRow = Selectable<Tables['oauth_attempt']>;

/** Where an attempt ends: at the hosted page for an opener, at a page of the team's, or where the token says. */
export interface End {
  readonly display: 'window' | null;
  readonly returnUrl: string | null;
}

/** Why an address of an attempt does not serve any more, or not here. Nothing changes by it. */
export type Refusal = 'unknown' | 'other-browser' | 'used' | 'superseded' | 'expired';

/** How long a person may take to come back from the provider, in seconds; never longer than the token lives. */
const lifetime = 1800;

/** Begins an attempt, which supersedes an earlier one, and answers its ticket: good for one visit. */
export async function beginOauth(
  deps: OauthDeps,
  sessionId: string,
  provider: ProviderEntry,
  end: End,
): Promise<string> {
  const ticket = mint('');
  const now = deps.clock.now();
  await transact(deps.db, async (tx) => {
    const session = await beginAttempt(tx, await lockSession(tx, sessionId), provider.slug, now);
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

/** Lets a person who is out at a provider come back as late as the token says by now. */
export async function lengthenAttempt(tx: Tx, session: LinkSessionRow): Promise<void> {
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
  readonly teamId: string;
  readonly provider: string;
  readonly state: string;
  /** PKCE (RFC 7636): SHA-256 of the verifier, which stays here. */
  readonly codeChallenge: string;
}

/** The browser that opens a ticket, as far as it shows who it is. */
export interface Visitor {
  /** What it is told by for a visit to a provider. */
  readonly browser: string;
  /** Its cookie for link sessions. */
  readonly cookie: string | undefined;
  /** Where the visit comes from, by the browser's word (`Sec-Fetch-Site`); undefined if it is no visit of a page. */
  readonly site: string | undefined;
  /** Whether a person pressed the button of the page that asks. */
  readonly pressed: boolean;
}

/** An attempt that does not go on by itself in this browser. Nothing has changed by the visit. */
export interface Held {
  readonly session: LinkSessionRow;
  readonly provider: string;
  readonly end: End;
  /** Whether the browser is the one that the session is bound to. */
  readonly isMine: boolean;
}

/** Opens a ticket in a browser: from then on only that one can finish. */
export async function openTicket(
  deps: OauthDeps,
  ticket: string,
  visitor: Visitor,
): Promise<Departure | Held | Refusal> {
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
    const isMine = visitor.cookie !== undefined && isHashOf(visitor.cookie, session.browser_hash);
    if (!visitor.pressed && !goesByItself(session, isMine, visitor.site))
      return { session, provider: attempt.provider, end: endingOf(attempt), isMine };
    await tx
      .updateTable('oauth_attempt')
      .set({
        state_hash: hash(state),
        cookie_hash: hash(visitor.browser),
        verifier: deps.secrets.seal('oauth-verifier', attempt.id, verifier),
      })
      .where('id', '=', attempt.id)
      .execute();
    const codeChallenge = createHash('sha256').update(verifier).digest('base64url');
    return { teamId: session.team_id, provider: attempt.provider, state, codeChallenge };
  });
}

/**
 * Whether an attempt goes on to the provider without a word. An address can be sent to somebody else, who would then
 * connect an account of theirs for the user that the link was made for. So it does if our own page leads to it, or
 * in the browser that the session is bound to; a page of another site that leads there has to be one that may.
 */
function goesByItself(
  { browser_hash, allowed_origins }: LinkSessionRow,
  isMine: boolean,
  site: string | undefined,
): boolean {
  if (isMine) return site !== 'cross-site' || allowed_origins === null;
  return browser_hash === null && site === 'same-origin';
}

/** Where an attempt ends. */
export const endingOf = ({ display, return_url }: AttemptRow): End => ({
  display: display === 'window' ? display : null,
  returnUrl: return_url,
});

export interface Arrival {
  readonly attempt: AttemptRow;
  readonly verifier: string;
}

/** Takes an attempt back from the provider, once, in the browser that left. */
export async function takeBack(
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
    if (!isHashOf(from.browser, attempt.cookie_hash)) return 'other-browser';
    if (attempt.used_on) return 'used';
    if (attempt.superseded) return 'superseded';
    if (attempt.expires_at <= now || !attempt.verifier) return 'expired';
    const verifier = deps.secrets.open('oauth-verifier', attempt.id, attempt.verifier);
    await tx
      .updateTable('oauth_attempt')
      .set({ used_on: now, verifier: null })
      .where('id', '=', attempt.id)
      .execute();
    return { attempt, verifier };
  });
}

/** How long an attempt is still told from one that never was, in seconds. */
const remembered = 86_400;

/** Forgets what attempts no longer need at `now`: first their secrets, later all of them. */
export async function pruneAttempts(tx: Tx, now: Date): Promise<void> {
  await tx
    .updateTable('oauth_attempt')
    .set({ verifier: null })
    .where('verifier', 'is not', null)
    .where('expires_at', '<=', now)
    .execute();
  await tx.deleteFrom('oauth_attempt').where('expires_at', '<=', after(now, -remembered)).execute();
}
