// How many users a team has. Counting them for each list would become slow, so every statement that creates, deletes or
// restores users also updates a stored count.
import {
  sql,
  type Expression,
  type InsertQueryBuilder,
  type QueryCreator,
  type Selectable,
  type UpdateQueryBuilder,
} from 'kysely';
import type { Db, Tables, Tx } from '../db/index.js';

/** The number of rows whose sum is a team's count. Each write picks one at random, so that writes seldom wait for each other. */
const parts = 16;

/** The number of a team's users, as a query or as part of another query. */
export const userCountOf = (db: Db | Tx, teamId: string | Expression<string>) =>
  db
    .selectFrom('user_count')
    .select(({ fn }) => fn.coalesce(fn.sum<string | number>('users'), sql<number>`0`).as('total'))
    .where('team_id', '=', teamId);

type UserRow = Selectable<Tables['app_user']>;
type ChangedUsers =
  | InsertQueryBuilder<Tables, 'app_user', UserRow>
  | UpdateQueryBuilder<Tables, 'app_user', 'app_user', UserRow>;

/** Begins a query over the users that `change` adds or removes, and updates the count in the same statement. */
export const withCountedUsers = (
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
            .select(({ fn }) => [
              'team_id',
              sql<number>`floor(random() * ${sql.lit(parts)})::integer`.as('part'),
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
