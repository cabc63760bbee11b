import type { Selectable } from 'kysely';
import type { Tables, Tx } from '../db/index.js';
import { broken } from '../http/index.js';

export type TeamRow = Selectable<Tables['team']>;

/**
 * Locks a team until the transaction ends. Throws 404 if the team was deleted meanwhile. Call it before inserting a row that
 * belongs to the team and not to a user, because the request may have begun before the team was deleted.
 */
export async function lockTeam(tx: Tx, id: string): Promise<TeamRow> {
  const team = await tx
    .selectFrom('team')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_on', 'is', null)
    // Adding a user or a connection to the team need not wait for this lock.
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!team) throw broken(404, 'team_not_found', 'There is no such team.');
  return team;
}
