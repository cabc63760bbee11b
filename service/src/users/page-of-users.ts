import type { listUsers } from 'svc-link/contract';
import type { output } from 'zod/mini';
import { userCountOf } from '../accounts/index.js';
import type { Db } from '../db/index.js';
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
  let page = db
    .selectFrom('app_user')
    .selectAll()
    .where('team_id', '=', teamId)
    .where('deleted_on', 'is', null)
    .orderBy('place')
    // One row more than the page shows whether there is a next page.
    .limit(limit + 1);
  page = behind === undefined ? page.offset(before ?? 0) : page.where('place', '>', String(behind));
  const rows = await db
    .selectFrom(page.as('page'))
    .leftJoin('connection', 'connection.user_id', 'page.id')
    .select(['page.id', 'page.team_id', 'page.client_user_id', 'page.created_on', 'page.place'])
    .select(['page.fallback_birth_date', 'page.fallback_time_zone'])
    .select(['connection.provider', 'connection.created_on as connected_on'])
    .select(userCountOf(db, teamId).as('total'))
    .orderBy('page.place')
    .orderBy('connection.created_on')
    .orderBy('connection.provider')
    .execute();
  const found = new Map<string, ListedUser & { readonly place: string }>();
  for (const { provider, connected_on, place, ...user } of rows) {
    const connections = found.get(user.id)?.connections ?? [];
    if (provider !== null && connected_on !== null) connections.push({ provider, created_on: connected_on });
    found.set(user.id, { user, connections, place });
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
