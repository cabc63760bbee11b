// Who asks at a link endpoint: a link token, or the browser that a session is bound to.
import type { Context } from 'hono';
import { readBrowser } from './browser-cookie.js';
import type { Deps, Env } from './deps.js';
import { badToken, type TokenProblem } from './errors.js';
import { isHashOf } from './hash.js';
import { connectProblem, findByToken, usageProblem, type LinkSessionRow } from './link-sessions.js';
import { isFromOurPage, isUuid, linkTokenOf } from './request.js';

/** The session that a request is about, and who asks. */
export interface Asked {
  readonly session: LinkSessionRow | undefined;
  /** Our own page in the browser that the session is bound to. It needs no token. */
  readonly byBrowser: boolean;
}

type Tools = Pick<Deps, 'db' | 'publicUrl'>;

/**
 * The session of a request: by `X-Svc-Link-Session` and the browser's cookie, else by its link token. A page of
 * another origin cannot send that header: no preflight of ours allows it.
 */
export async function findByCredential(
  c: Context<Env>,
  { db, publicUrl }: Tools,
  token = linkTokenOf(c),
): Promise<Asked> {
  const id = sessionIdOf(c);
  if (id === undefined) return { session: await findByToken(db, token), byBrowser: false };
  const browser = readBrowser(c, publicUrl, 'svc-link-session');
  const mayAsk = browser !== undefined && isUuid(id) && isFromOurPage(c, publicUrl);
  const session = mayAsk
    ? await db.selectFrom('link_session').selectAll().where('id', '=', id.toLowerCase()).executeTakeFirst()
    : undefined;
  const isBound = session !== undefined && browser !== undefined && isHashOf(browser, session.browser_hash);
  return { session: isBound ? session : undefined, byBrowser: true };
}

/** The session that our own page names; it serves only beside the browser's cookie. */
export const sessionIdOf = (c: Context<Env>): string | undefined => c.req.header('x-svc-link-session');

/** All that a token from an address still does, once a browser started it, is tell the state. */
const spent = ({ session, byBrowser }: Asked): TokenProblem | undefined =>
  !byBrowser && session?.started_via === 'link' ? 'token_consumed' : undefined;

/** Why the asker cannot read or start the session; undefined where it can. */
export const useProblem = (asked: Asked, now: Date): TokenProblem | undefined =>
  usageProblem(asked.session, now) ?? spent(asked);

/** Why the asker cannot connect; undefined where it can. */
export const tryProblem = (asked: Asked, now: Date): TokenProblem | undefined =>
  connectProblem(asked.session, now) ?? spent(asked);

/** The session, where `problemOf` finds nothing against the asker; else throws 401. */
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
