import { sql } from 'kysely';

/**
 * Whether the team of a connection was not deleted, in a statement that reads `connection`.
 * It does not use `exists`: PostgreSQL assumes that "is not null" is true for nearly every
 * row, which is right, and keeps finding connections by the index of due ones.
 */
export const ofLiveTeam = sql<boolean>`(
  select team.id from team where team.id = connection.team_id and team.deleted_on is null) is not null`;
