import { isFollowable } from 'svc-link/contract';
import type { Db } from '../../db/index.js';
import { ApiError, badToken, errorTypeOf, type TokenProblem } from '../../http/index.js';
import { sessionFor, type Caller } from '../credential.js';
import { isUrl } from '../../outbound/index.js';
import type { LinkSessionRow } from '../session-row.js';
import { appOf } from './app-of.js';
import { destinationOf } from './destination.js';

/** Where a person goes who cannot go on, and whose page that is. */
export interface WayBack {
  readonly address: string;
  readonly app: string;
}

/** The page whose form a person sent, as far as it is known: its address if the token allows it, and its origin. */
export interface SentFrom {
  readonly returnUrl: string | null;
  readonly origin: string | null | undefined;
}

/**
 * The way back for a person whose token cannot be used: an address of the token, or the page that they came from if the token
 * allows its origin. The page there learns the reason. If there is neither, it is the app's site, which learns nothing. Null if
 * that is not known either.
 */
export async function wayBack(
  deps: { readonly db: Db; readonly publicUrl: string },
  session: LinkSessionRow,
  target: string | null,
  problem: TokenProblem,
  from: SentFrom,
): Promise<WayBack | null> {
  if (target === null || !isFollowable(target)) return wayHome(deps.db, session, from);
  const address = addressOf(deps.publicUrl, session, target, problem);
  return { address, app: (await appOf(deps.db, session)).app };
}

/** The way back for a person who may try again with the same token: to the page that they came from, or to the app's site. */
export async function wayHome(
  db: Db,
  session: LinkSessionRow,
  { returnUrl, origin }: SentFrom,
): Promise<WayBack | null> {
  const address = returnUrl ?? siteOf(session, origin);
  return address === null ? null : { address, app: (await appOf(db, session)).app };
}

/** The app's site: the origin that the person came from, the only one that the token allows, or that of its redirect URL. */
function siteOf(
  { allowed_origins, redirect_url }: LinkSessionRow,
  origin: string | null | undefined,
): string | null {
  const allowed = (allowed_origins ?? []).filter((each) => /^https?:/.test(each));
  const known = allowed.find((each) => each === origin) ?? (allowed.length === 1 ? allowed[0] : undefined);
  if (known !== undefined) return `${known}/`;
  const isPage = redirect_url !== null && /^https?:/i.test(redirect_url) && isFollowable(redirect_url);
  return isPage && isUrl(redirect_url) ? `${new URL(redirect_url).origin}/` : null;
}

function addressOf(
  publicUrl: string,
  session: LinkSessionRow,
  returnUrl: string,
  problem: TokenProblem,
): string {
  const ending = { state: 'error', link_session_id: session.id, error_type: problem } as const;
  return destinationOf(publicUrl, session, { display: null, returnUrl }, ending);
}

/**
 * What our own page is told if a token cannot start a link any more. If the token says that errors lead to its redirect URL, the
 * refusal has that address, complete with the result, because the page cannot read it from the session.
 */
export function withWayBack(publicUrl: string, caller: Caller, error: unknown): unknown {
  const problem = error instanceof ApiError ? errorTypeOf(error) : undefined;
  if (!caller.session || (problem !== 'token_expired' && problem !== 'token_consumed')) return error;
  const { redirect_url: target, on_error: onError } = sessionFor(caller, caller.session);
  if (onError !== 'redirect' || target === null || !isFollowable(target)) return error;
  return badToken(problem, { redirect_url: addressOf(publicUrl, caller.session, target, problem) });
}
