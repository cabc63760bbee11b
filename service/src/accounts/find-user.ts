import { sql, type Selectable } from 'kysely';
import type { Db, Tables, Tx } from '../db/index.js';
import { broken } from '../http/index.js';

/**
 * Finds a user of a team. Throws 404 if the user is unknown, deleted, or belongs to another team. With `locked`, nobody can
 * delete the user before the transaction ends, and the user of a team that was deleted since the request began is not found.
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
    .$if(locked, (query) => query.where(isOfLiveTeam).forShare())
    .executeTakeFirst();
  if (!user) throw noSuchUser();
  return user;
}

const isOfLiveTeam = sql<boolean>`exists (
  select from team where team.id = app_user.team_id and team.deleted_on is null)`;

export const noSuchUser = (): Error => broken(404, 'user_not_found', 'There is no such user.');
