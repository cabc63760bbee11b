import type { Selectable } from 'kysely';
import type { Db, Tables, Tx } from '../db/index.js';
import { broken } from '../http/index.js';

/**
 * Finds a user of a team; 404 for one that is unknown, deleted, or another team's. `locked`: nobody deletes the user
 * before the transaction is over.
 */
export async function findUser(
  db: Db | Tx,
  teamId: string,
  userId: string,
  locked = false,
): Promise<Selectable<Tables['app_user']>> {
  const user = await db
    .selectFrom('app_user')
    .selectAll()
    .where('id', '=', userId)
    .where('team_id', '=', teamId)
    .where('deleted_on', 'is', null)
    .$if(locked, (query) => query.forShare())
    .executeTakeFirst();
  if (!user) throw noSuchUser();
  return user;
}

export const noSuchUser = (): Error => broken(404, 'user_not_found', 'There is no such user.');
