import type { Selectable } from 'kysely';
import type { Db, Tables, Tx } from '../db/index.js';
import { broken } from '../http/index.js';

/**
 * Finds a user of a team. Throws 404 if the user is unknown, deleted, or belongs to another team. With `locked`, nobody can
 * delete the user before the transaction ends.
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
