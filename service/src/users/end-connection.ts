import type { Tx } from '../db/index.js';
import { releaseGrants } from '../grants/index.js';
import { forgetEvents } from '../webhooks/index.js';

/**
 * Ends a user's connection with a provider: its data goes, what is still to be told of it is not told, and the access at a
 * real provider is given back if nobody else uses it. Returns whether there was one.
 */
export async function endConnection(tx: Tx, userId: string, provider: string, now: Date): Promise<boolean> {
  const connection = await tx
    .deleteFrom('connection')
    .where('user_id', '=', userId)
    .where('provider', '=', provider)
    .returning('grant_id')
    .executeTakeFirst();
  if (!connection) return false;
  await releaseGrants(tx, [connection.grant_id]);
  await forgetEvents(tx, { userId, provider }, now);
  return true;
}
