import type { Db, Tx } from '../db/index.js';

/** Finds the user of a team who has a `client_user_id` now. */
export const findHolder = (db: Db | Tx, teamId: string, clientUserId: string | null) =>
  db
    .selectFrom('app_user')
    .select(['id', 'created_on'])
    .where('team_id', '=', teamId)
    .where('client_user_id', '=', clientUserId)
    .where('deleted_on', 'is', null);
