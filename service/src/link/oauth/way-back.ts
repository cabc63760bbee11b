import { isFollowable } from 'svc-link/contract';
import type { Db } from '../../db/index.js';
import type { TokenProblem } from '../../http/index.js';
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
  const ending = { state: 'error', link_session_id: session.id, error_type: problem } as const;
  const end = { display: null, returnUrl: target };
  return {
    address: destinationOf(publicUrl, session, end, ending),
    app: (await appOf(db, session)).app,
  };
}
