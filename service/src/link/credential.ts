// Who asks at a link endpoint: a link token, or the browser that a session is bound to.
import type { Context } from 'hono';
import { readBrowser } from './browser-cookie.js';
import type { Db, Tx } from '../db/index.js';
import type { Deps } from '../deps.js';
import {
  badToken,
  broken,
  countCaller,
  countStranger,
  type Env,
  isFromOurPage,
  isUuid,
  linkTokenOf,
  type TokenProblem,
} from '../http/index.js';
import { isHashOf } from '../crypto/index.js';
import { connectProblem, findByToken, usageProblem } from './sessions.js';
import { isAllowedSender } from './sender.js';
import type { LinkSessionRow } from './session-row.js';

/** The session that a request is about, and who asks. */
export interface Asked {
  readonly session: LinkSessionRow | undefined;
  /** Our own page in the browser that the session is bound to. It needs no token. */
  readonly byBrowser: boolean;
}

type Tools = Pick<Deps, 'db' | 'publicUrl'>;

/** Counts a request for its session, and for where it came from if it names none that there is. */
export function countAsked(session: LinkSessionRow | undefined, wasSent: boolean): void {
  if (session) countCaller(session.id);
  else if (wasSent) countStranger();
}

/**
 * Throws 403 if a browser says that the request comes from a page that the session does not name. Servers, apps and
 * a page's own GETs say nothing; who holds the token without a browser is not kept out by this.
 */
function checkOrigin(c: Context<Env>, session: LinkSessionRow | undefined, publicUrl: string): void {
  const sender = { origin: c.req.header('origin'), opener: undefined };
  if (session && !isAllowedSender(session.allowed_origins, sender, publicUrl))
    throw broken(403, 'origin_not_allowed', 'The page is not one of the allowed_origins of the link token.');
}

/**
 * The session of a request: by `X-Svc-Link-Session` and the browser's cookie, else by its link token. A page of
 * another origin cannot send that header: no preflight of ours allows it. Throws 403 for a page that it does not name.
 */
export async function findByCredential(
  c: Context<Env>,
  { db, publicUrl }: Tools,
  token = linkTokenOf(c),
): Promise<Asked> {
  const id = sessionIdOf(c);
  if (id === undefined) {
    const session = await findByToken(db, token);
    countAsked(session, token !== undefined);
    checkOrigin(c, session, publicUrl);
    return { session, byBrowser: false };
  }
  const browser = browserOf(c, publicUrl);
  const session = browser && (await findByBrowser(db, browser));
  countAsked(session, true);
  return { session, byBrowser: true };
}

/** A browser with the session that our own page in it names. */
interface NamingBrowser {
  readonly sessionId: string;
  readonly secret: string;
}

/** Who asks by `X-Svc-Link-Session` and the browser's cookie; undefined if nobody can. */
function browserOf(c: Context<Env>, publicUrl: string): NamingBrowser | undefined {
  const id = sessionIdOf(c);
  const secret = readBrowser(c, publicUrl, 'svc-link-session');
  if (id === undefined || secret === undefined || !isUuid(id) || !isFromOurPage(c, publicUrl))
    return undefined;
  return { sessionId: id.toLowerCase(), secret };
}

/** The session that a browser names, if it is bound to it. `locked`: nobody changes it before the transaction is over. */
async function findByBrowser(
  db: Db | Tx,
  { sessionId, secret }: NamingBrowser,
  locked = false,
): Promise<LinkSessionRow | undefined> {
  const session = await db
    .selectFrom('link_session')
    .selectAll()
    .where('id', '=', sessionId)
    .$if(locked, (query) => query.forUpdate())
    .executeTakeFirst();
  return session && isHashOf(secret, session.browser_hash) ? session : undefined;
}

/**
 * The session of a request by the browser's cookie alone, found and locked by one read until the transaction is over. A
 * transaction that is run again counts the request once.
 */
export function lockingByBrowser(
  c: Context<Env>,
  publicUrl: string,
): (tx: Tx) => Promise<LinkSessionRow | undefined> {
  const browser = browserOf(c, publicUrl);
  let isCounted = false;
  return async (tx) => {
    const session = browser && (await findByBrowser(tx, browser, true));
    if (!isCounted) countAsked(session, sessionIdOf(c) !== undefined);
    isCounted = true;
    return session;
  };
}

/** The session that our own page names; it serves only beside the browser's cookie. */
export const sessionIdOf = (c: Context<Env>): string | undefined => c.req.header('x-svc-link-session');

/** All that a token from an address still does, once a browser started it, is tell the state. */
const spent = ({ session, byBrowser }: Asked): TokenProblem | undefined =>
  !byBrowser && session?.started_via === 'link' ? 'token_consumed' : undefined;

/** Why the asker cannot read or start the session; undefined if it can. */
export const useProblem = (asked: Asked, now: Date): TokenProblem | undefined =>
  usageProblem(asked.session, now) ?? spent(asked);

/** Why the asker cannot connect; undefined if it can. */
export const tryProblem = (asked: Asked, now: Date): TokenProblem | undefined =>
  connectProblem(asked.session, now) ?? spent(asked);

/** The session, if `problemOf` finds nothing against the asker; else throws 401. */
export function requireSession(
  asked: Asked,
  problemOf: typeof useProblem | typeof tryProblem,
  now: Date,
): LinkSessionRow {
  const problem = problemOf(asked, now);
  if (!asked.session || problem) throw badToken(problem ?? 'invalid_token');
  return asked.session;
}

/** The session as its asker sees it: in the browser that a page's form brought here, every end leads home. */
export const seenBy = ({ byBrowser }: Pick<Asked, 'byBrowser'>, row: LinkSessionRow): LinkSessionRow =>
  byBrowser && row.comes_home
    ? { ...row, redirect_url: row.redirect_url ?? row.return_url, on_error: 'redirect', on_close: 'redirect' }
    : row;
