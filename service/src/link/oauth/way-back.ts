import { isFollowable } from 'svc-link/contract';
import type { Db } from '../../db/index.js';
import { ApiError, badToken, errorTypeOf, type TokenProblem } from '../../http/index.js';
import { sessionFor, type Caller } from '../credential.js';
import type { LinkSessionRow } from '../session-row.js';
import { appOf } from './app-of.js';
import { destinationOf } from './destination.js';

/** Where a person goes who cannot go on, and whose page that is. */
export interface WayBack {
  readonly address: string;
  readonly app: string;
}

/**
 * The way back for a person whose token cannot be used: an address of the token, or the page that they came from if the token
 * allows its origin. The page there learns the reason. Null if there is neither.
 */
export async function wayBack(
  { db, publicUrl }: { readonly db: Db; readonly publicUrl: string },
  session: LinkSessionRow,
  target: string | null,
  problem: TokenProblem,
): Promise<WayBack | null> {
  if (target === null || !isFollowable(target)) return null;
  return { address: addressOf(publicUrl, session, target, problem), app: (await appOf(db, session)).app };
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
