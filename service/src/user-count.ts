// How many users a team has. To count them for each list would cost the more the more there are; so who creates,
// deletes or restores some counts them in the same statement.
import { sql, type QueryCreator } from 'kysely';
import type { Db, Tables } from './db/index.js';

/** Rows of one team, of which each write takes any: so they seldom wait for each other. Their sum is what counts. */
const parts = 16;

/** The number of a team's users: a query of its own, or a part of another. */
export const usersIn = (db: Db, teamId: string) =>
  db
    .selectFrom('user_count')
    .select(({ fn }) => fn.coalesce(fn.sum<string | number>('users'), sql<number>`0`).as('total'))
    .where('team_id', '=', teamId);

/** A part of a statement: counts the users that its part `changed` added or took away. */
export const countChanged = (
  query: QueryCreator<Tables & { changed: { team_id: string } }>,
  how: 'added' | 'taken away',
) =>
  query
    .insertInto('user_count')
    .columns(['team_id', 'part', 'users'])
    .expression((row) =>
      row
        .selectFrom('changed')
        .select(({ lit, fn }) => [
          'team_id',
          lit(Math.floor(Math.random() * parts)).as('part'),
          how === 'added' ? fn.countAll<number>().as('users') : sql<number>`-count(*)`.as('users'),
        ])
        .groupBy('team_id'),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['team_id', 'part'])
        .doUpdateSet({ users: sql<number>`user_count.users + excluded.users` }),
    );
