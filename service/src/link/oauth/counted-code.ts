import { transact } from '../../db/index.js';
import { TokensRefused } from '../../grants/index.js';
import { lockSession } from '../sessions.js';
import { countCode, uncountTry } from '../sign-in-tries.js';
import type { OauthDeps } from './attempts.js';

/**
 * Redeems a code of a session. Throws 429, without asking the provider, if too many codes of the user or of the token were
 * refused. A failure that is not the code's fault counts for the token only.
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
