import { transact } from '../../db/index.js';
import { TokensRefused } from '../../grants/index.js';
import { lockSession } from '../sessions.js';
import { countCode, uncountTry } from '../sign-in-tries.js';
import type { OauthDeps } from './attempts.js';

/**
 * Redeems a code of a session, unless too many of its user, or of its token, were refused: then it throws 429, and the provider is not
 * asked. A failure that the code is not to blame for counts for the token alone.
 */
export async function redeemCounted<T>(
  deps: Pick<OauthDeps, 'db' | 'clock' | 'secrets'>,
  sessionId: string,
  redeem: () => Promise<T>,
): Promise<T> {
  const counted = await transact(deps.db, async (tx) =>
    countCode(tx, deps, await lockSession(tx, sessionId)),
  );
  const uncount = (ofToken: boolean) => transact(deps.db, (tx) => uncountTry(tx, counted, { ofToken }));
  let redeemed: T;
  try {
    redeemed = await redeem();
  } catch (error) {
    if (!isRefused(error)) await uncount(false);
    throw error;
  }
  await uncount(true);
  return redeemed;
}

const isRefused = (error: unknown): boolean =>
  error instanceof TokensRefused && (error.verdict === 'dead' || error.verdict === 'suspicious');
