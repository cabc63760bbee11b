import { createHash, randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import { after } from '../clock.js';
import { transact, type Tables, type Tx } from '../db/index.js';
import type { Deps } from '../deps.js';
import { hash, isHashOf, mint } from '../hash.js';
import { beginAttempt, lockSession, type LinkSessionRow } from '../link-sessions.js';
import type { ProviderEntry } from '../providers/index.js';

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

export interface Departure {
  readonly teamId: string;
  readonly provider: string;
  readonly state: string;
  /** PKCE (RFC 7636): SHA-256 of the verifier, which stays here. */
  readonly codeChallenge: string;
}

/** Opens a ticket in the browser that `browser` stands for: from then on only that one can finish. */
export async function openTicket(
  deps: OauthDeps,
  ticket: string,
  browser: string,
): Promise<Departure | Refusal> {
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
    await tx
      .updateTable('oauth_attempt')
      .set({
        state_hash: hash(state),
        cookie_hash: hash(browser),
        verifier: deps.secrets.seal('oauth-verifier', attempt.id, verifier),
      })
      .where('id', '=', attempt.id)
      .execute();
    const { team_id } = await tx
      .selectFrom('link_session')
      .select('team_id')
      .where('id', '=', attempt.session_id)
      .executeTakeFirstOrThrow();
    const codeChallenge = createHash('sha256').update(verifier).digest('base64url');
    return { teamId: team_id, provider: attempt.provider, state, codeChallenge };
  });
}

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
