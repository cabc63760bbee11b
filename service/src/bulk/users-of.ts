import type { Db, Tx } from '../db/index.js';
import type { NewEvent } from '../webhooks/index.js';
import type { Item } from './items.js';

/** A query for the users of the items, limited to users of the team. */
export const findUsers = (db: Db | Tx, teamId: string, items: readonly Item[]) =>
  db
    .selectFrom('app_user')
    .where('team_id', '=', teamId)
    .where('deleted_on', 'is', null)
    .where(
      'id',
      'in',
      items.map(({ userId }) => userId),
    );

/** The users of the items, limited to users of the team, and locked against deletion until the transaction ends. */
export async function usersOf(
  tx: Tx,
  teamId: string,
  items: readonly Item[],
): Promise<ReadonlyMap<string, NewEvent['user']>> {
  const rows = await findUsers(tx, teamId, items)
    .select(['id', 'team_id', 'client_user_id'])
    // Every transaction locks them in the same order, which avoids deadlocks.
    .orderBy('id')
    .forShare()
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}
