import type { listUsers } from 'svc-link/contract';
import type { Expression } from 'kysely';
import type { output } from 'zod/mini';
import { userCountOf } from '../accounts/index.js';
import { compiledOnce, type Db, type Given, type Tx } from '../db/index.js';
import { invalid, readNumbers, writeNumbers } from '../http/index.js';
import type { Connected, UserRow } from './user-view.js';

interface ListedUser {
  readonly user: UserRow;
  readonly connections: Connected[];
}

interface Page {
  readonly users: readonly ListedUser[];
  readonly total: number;
  readonly offset: number;
  readonly next_cursor: string | null;
}

/** A page of a team's users with their connections, in one query: by the previous page's cursor, or by offset. */
export async function pageOfUsers(
  db: Db,
  teamId: string,
  { next_cursor: cursor, offset }: output<typeof listUsers.query>,
  limit: number,
): Promise<Page> {
  if (cursor !== undefined && offset !== undefined)
    throw invalid({ loc: ['query', 'offset'], msg: 'the cursor says where the page begins', type: 'custom' });
  const [behind, before] = cursor === undefined ? [undefined, offset ?? 0] : readNumbers('users', 2, cursor);
  // One row more than the page shows whether there is a next page.
  const most = limit + 1;
  const rows =
    behind === undefined
      ? await rowsByOffset(db, { teamId, most, offset: before ?? 0 })
      : await rowsBehind(db, { teamId, most, place: String(behind) });
  const found = new Map<string, ListedUser & { readonly place: string }>();
  for (const row of rows) {
    const { provider, connected_on, place } = row;
    let user = found.get(row.id);
    if (!user) found.set(row.id, (user = { user: row, connections: [], place }));
    if (provider !== null && connected_on !== null)
      user.connections.push({ provider, created_on: connected_on });
  }
  const users = [...found.values()].slice(0, limit);
  const last = found.size > limit ? users.at(-1) : undefined;
  // A page after the last one has no row that carries the total.
  const total = rows[0] ? rows[0].total : (await userCountOf(db, teamId).executeTakeFirstOrThrow()).total;
  return {
    users,
    total: Number(total),
    offset: before ?? 0,
    next_cursor: last ? writeNumbers('users', [last.place, (before ?? 0) + users.length]) : null,
  };
}

/** The users of a team, in the order of the lists. */
const usersOf = (db: Db | Tx, teamId: Expression<string>, most: Expression<number>) =>
  db
    .selectFrom('app_user')
    .selectAll()
    .where('team_id', '=', teamId)
    .where('deleted_on', 'is', null)
    .orderBy('place')
    .limit(most);

/** The users of a page, with a row for each connection. Each row has the number of all users of the team. */
const withConnections = (db: Db | Tx, page: ReturnType<typeof usersOf>, teamId: Expression<string>) =>
  db
    .selectFrom(page.as('page'))
    .leftJoin('connection', 'connection.user_id', 'page.id')
    .select(['page.id', 'page.team_id', 'page.client_user_id', 'page.created_on', 'page.place'])
    .select(['page.fallback_birth_date', 'page.fallback_time_zone'])
    .select(['connection.provider', 'connection.created_on as connected_on'])
    .select(userCountOf(db, teamId).as('total'))
    .orderBy('page.place')
    .orderBy('connection.created_on')
    .orderBy('connection.provider');

const rowsByOffset = compiledOnce((db, given: Given<{ teamId: string; most: number; offset: number }>) =>
  withConnections(db, usersOf(db, given('teamId'), given('most')).offset(given('offset')), given('teamId')),
);

const rowsBehind = compiledOnce((db, given: Given<{ teamId: string; most: number; place: string }>) =>
  withConnections(
    db,
    usersOf(db, given('teamId'), given('most')).where('place', '>', given('place')),
    given('teamId'),
  ),
);
