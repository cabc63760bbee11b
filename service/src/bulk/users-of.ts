import type { Tx } from '../db/index.js';
import type { NewEvent } from '../webhooks/index.js';
import type { Item } from './items.js';

/** The users of the items, as far as the team has them. Nobody deletes one before the transaction is over. */
export async function usersOf(
  tx: Tx,
  teamId: string,
  items: readonly Item[],
): Promise<ReadonlyMap<string, NewEvent['user']>> {
  const rows = await tx
    .selectFrom('app_user')
    .select(['id', 'team_id', 'client_user_id'])
    .where('team_id', '=', teamId)
    .where('deleted_on', 'is', null)
    .where(
      'id',
      'in',
      items.map(({ userId }) => userId),
    )
    // Everybody locks them in one order.
    .orderBy('id')
    .forShare()
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}
