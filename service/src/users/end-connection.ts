import type { Tx } from '../db/index.js';
import { releaseGrants } from '../grants/index.js';
import { forgetAccounts } from '../sandbox-oauth/index.js';
import { forgetEvents } from '../webhooks/index.js';
import { forgetFallbacks } from './forget-fallbacks.js';

/** The columns of a deleted connection that are needed to end its grant. */
interface Ended {
  readonly provider: string;
  readonly provider_account: string;
  readonly grant_id: string | null;
}

/**
 * Gives up the grants of connections that were deleted in this transaction, also at their providers, if nobody else uses them.
 */
export async function letGo(tx: Tx, ended: readonly Ended[]): Promise<void> {
  await releaseGrants(
    tx,
    ended.map(({ grant_id }) => grant_id),
  );
  await forgetAccounts(tx, ended);
}

/**
 * Ends a user's connection with a provider. Its data and the fallbacks that came over it are deleted, and so are its events, once
 * nothing of them is to be sent any more. Access at a real provider is given up if nobody else uses it. Returns whether there was
 * a connection.
 */
export async function endConnection(tx: Tx, userId: string, provider: string, now: Date): Promise<boolean> {
  const connection = await tx
    .deleteFrom('connection')
    .where('user_id', '=', userId)
    .where('provider', '=', provider)
    .returning(['provider', 'provider_account', 'grant_id'])
    .executeTakeFirst();
  if (!connection) return false;
  await letGo(tx, [connection]);
  await forgetFallbacks(tx, [{ user_id: userId, provider }]);
  await forgetEvents(tx, { userId, provider }, now);
  return true;
}
