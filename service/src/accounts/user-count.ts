// How many users a team has. To count them for each list would cost the more the more there are; so who creates,
// deletes or restores some counts them in the same statement.
import {
  sql,
  type InsertQueryBuilder,
  type QueryCreator,
  type Selectable,
  type UpdateQueryBuilder,
} from 'kysely';
import type { Db, Tables, Tx } from '../db/index.js';

/** Rows of one team, of which each write takes any: so they seldom wait for each other. Their sum is what counts. */
const parts = 16;

/** The number of a team's users: a query of its own, or a part of another. */
export const usersIn = (db: Db, teamId: string) =>
  db
    .selectFrom('user_count')
    .select(({ fn }) => fn.coalesce(fn.sum<string | number>('users'), sql<number>`0`).as('total'))
    .where('team_id', '=', teamId);

type UserRow = Selectable<Tables['app_user']>;
type ChangedUsers =
  | InsertQueryBuilder<Tables, 'app_user', UserRow>
  | UpdateQueryBuilder<Tables, 'app_user', 'app_user', UserRow>;

/** Adds users or takes some away and counts them, in one statement: a selection from those that `change` returns. */
export const countingUsers = (
  db: Db | Tx,
  how: 'added' | 'taken away',
  change: (query: QueryCreator<Tables>) => ChangedUsers,
) =>
  db
    .with('changed', change)
    .with('counted', (query) =>
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
        ),
    )
    .selectFrom('changed');
