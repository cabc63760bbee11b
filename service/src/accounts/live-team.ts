import { sql } from 'kysely';

/**
 * Whether the team of a connection was not deleted, in a statement that reads `connection`. Not with `exists`: PostgreSQL takes "is not
 * null" for true of nearly every row, as it is, and goes on finding connections by the index of those that are due.
 */
export const ofLiveTeam = sql<boolean>`(
  select team.id from team where team.id = connection.team_id and team.deleted_on is null) is not null`;
