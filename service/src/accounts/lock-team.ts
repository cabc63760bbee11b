import type { Selectable } from 'kysely';
import type { Tables, Tx } from '../db/index.js';
import { broken } from '../http/index.js';

export type TeamRow = Selectable<Tables['team']>;

/**
 * Locks a team until the end of the transaction; 404 if it was deleted meanwhile. Whatever makes a row of a team that
 * does not end with a user takes it first: its request may have begun before the team was deleted.
 */
export async function lockTeam(tx: Tx, id: string): Promise<TeamRow> {
  const team = await tx
    .selectFrom('team')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_on', 'is', null)
    // Who adds a user or a connection to it need not wait.
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!team) throw broken(404, 'team_not_found', 'There is no such team.');
  return team;
}
