// The caller of a link endpoint: somebody with a link token, or the browser that a session is bound to.
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
  nameCaller,
  nameRequest,
  type TokenProblem,
} from '../http/index.js';
import { isHashOf } from '../crypto/index.js';
import { findByPhone, isDoneOnPhone, isPhoneSession, type HandoffRow } from './phone.js';
import { connectProblem, findByToken, usageProblem } from './sessions.js';
import { isAllowedSender } from './sender.js';
import type { LinkSessionRow } from './session-row.js';

/** The session of a request, and how the caller proved their right to it. */
export interface Caller {
  readonly session: LinkSessionRow | undefined;
  /** True for our own page in the browser that the session is bound to. It needs no token. */
  readonly byBrowser: boolean;
  /** Set if the caller is a phone on which the link continues, not the browser that began it. */
  readonly phone?: HandoffRow | undefined;
}

type Tools = Pick<Deps, 'db' | 'publicUrl'>;

/**
 * Counts a request against the limit of its session, or against the limit of its address if the session does not exist. Gives
 * the request an id that leads to the session.
 */
export function countRequest(session: LinkSessionRow | undefined, wasSent: boolean): void {
  if (session) {
    nameRequest(session.id);
    nameCaller({ team_id: session.team_id });
    countCaller(session.id);
  } else if (wasSent) countStranger();
}

/**
 * Throws 403 if the browser says that the request comes from a page that the session does not allow. Servers, apps and a
 * page's own GETs send no origin, so this does not stop somebody who uses the token without a browser.
 */
function checkOrigin(c: Context<Env>, session: LinkSessionRow | undefined, publicUrl: string): void {
  const sender = { origin: c.req.header('origin'), opener: undefined };
  if (session && !isAllowedSender(session.allowed_origins, sender, publicUrl))
    throw broken(403, 'origin_not_allowed', 'The page is not one of the allowed_origins of the link token.');
}

/**
 * Finds the session of a request by `X-Svc-Link-Session` and the browser's cookie, or else by the link token. A page of another
 * origin cannot send that header, because no preflight of ours allows it. Throws 403 for a page that the session does not allow.
 */
export async function findByCredential(
  c: Context<Env>,
  { db, publicUrl }: Tools,
  token = linkTokenOf(c),
  fromAddress = false,
): Promise<Caller> {
  const id = sessionIdOf(c);
  if (id === undefined) {
    const session = await findByToken(db, token, fromAddress);
    countRequest(session, token !== undefined);
    checkOrigin(c, session, publicUrl);
    return { session, byBrowser: false };
  }
  if (isPhoneSession(id)) return findPhone(c, { db, publicUrl }, id);
  const browser = browserOf(c, publicUrl);
  const session = browser && (await findByBrowser(db, browser));
  countRequest(session, true);
  return { session, byBrowser: true };
}

async function findPhone(c: Context<Env>, { db, publicUrl }: Tools, id: string): Promise<Caller> {
  const secret = isFromOurPage(c, publicUrl) ? readBrowser(c, publicUrl, 'svc-link-session') : undefined;
  const found = secret === undefined ? undefined : await findByPhone(db, id, secret);
  countRequest(found?.session, true);
  return { session: found?.session, byBrowser: true, phone: found?.phone };
}

/** A browser, and the session that our own page in it names. */
interface NamingBrowser {
  readonly sessionId: string;
  readonly secret: string;
}

/** The session id and secret of a caller with `X-Svc-Link-Session` and the cookie; undefined if one is missing or wrong. */
function browserOf(c: Context<Env>, publicUrl: string): NamingBrowser | undefined {
  const id = sessionIdOf(c);
  const secret = readBrowser(c, publicUrl, 'svc-link-session');
  if (id === undefined || secret === undefined || !isUuid(id) || !isFromOurPage(c, publicUrl))
    return undefined;
  return { sessionId: id.toLowerCase(), secret };
}

/** Finds the session that a browser names, if the session is bound to it. `locked` locks the row until the transaction ends. */
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
 * Returns a function that finds the session by the browser's cookie alone and locks it until the transaction ends. The
 * request is counted once, even if the transaction runs again.
 */
export function createSessionLock(
  c: Context<Env>,
  publicUrl: string,
): (tx: Tx) => Promise<LinkSessionRow | undefined> {
  const browser = browserOf(c, publicUrl);
  let isCounted = false;
  return async (tx) => {
    const session = browser && (await findByBrowser(tx, browser, true));
    if (!isCounted) countRequest(session, sessionIdOf(c) !== undefined);
    isCounted = true;
    return session;
  };
}

/** The session id that our own page sends. It gives no access without the browser's cookie. */
export const sessionIdOf = (c: Context<Env>): string | undefined => c.req.header('x-svc-link-session');

/**
 * A token from an address is used up once a browser has started it: other browsers can only read the state. A phone can
 * do nothing before its person has accepted, and nothing more after it has connected.
 */
export const consumedProblem = ({ session, byBrowser, phone }: Caller): TokenProblem | undefined => {
  if (phone && phone.state !== 'accepted') return 'invalid_token';
  if (phone && session && isDoneOnPhone(session, phone)) return 'token_consumed';
  return !byBrowser && session?.started_via === 'link' ? 'token_consumed' : undefined;
};

/** Why the caller cannot read or start the session; undefined if it can. */
export const useProblem = (caller: Caller, now: Date): TokenProblem | undefined =>
  usageProblem(caller.session, now) ?? consumedProblem(caller);

/** Why the caller cannot connect; undefined if it can. */
export const tryProblem = (caller: Caller, now: Date): TokenProblem | undefined =>
  connectProblem(caller.session, now) ?? consumedProblem(caller);

/** Returns the session if `problemOf` finds no problem with the caller. Throws 401 otherwise. */
export function requireSession(
  caller: Caller,
  problemOf: typeof useProblem | typeof tryProblem,
  now: Date,
): LinkSessionRow {
  const problem = problemOf(caller, now);
  if (!caller.session || problem) throw badToken(problem ?? 'invalid_token');
  return caller.session;
}

/**
 * The session as its caller sees it. A browser that a page's form sent here returns to that page, whatever the outcome. A
 * phone returns to no page.
 */
export const sessionFor = (
  { byBrowser, phone }: Pick<Caller, 'byBrowser' | 'phone'>,
  row: LinkSessionRow,
): LinkSessionRow => {
  if (phone) return { ...row, redirect_url: null, on_error: null, on_close: null };
  return byBrowser && row.comes_home
    ? { ...row, redirect_url: row.redirect_url ?? row.return_url, on_error: 'redirect', on_close: 'redirect' }
    : row;
};
