import type { Tx } from '../db/index.js';
import { releaseGrants } from '../grants/index.js';
import { forgetAccounts } from '../sandbox-oauth/index.js';
import { forgetEvents } from '../webhooks/index.js';
import { forgetFallbacks } from './forget-fallbacks.js';

/** What is left of a connection that was deleted. */
interface Ended {
  readonly provider: string;
  readonly provider_account: string;
  readonly grant_id: string | null;
}

/** Lets go of what connections had that were deleted in this transaction, at their providers too, if nobody else uses it. */
export async function letGo(tx: Tx, ended: readonly Ended[]): Promise<void> {
  await releaseGrants(
    tx,
    ended.map(({ grant_id }) => grant_id),
  );
  await forgetAccounts(tx, ended);
}

/**
 * Ends a user's connection with a provider: its data goes, with the fallbacks that it brought, what is still to be told of it is not told, and the access at a
 * real provider is given back if nobody else uses it. Returns whether there was one.
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
