import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import type { Insertable, Selectable } from 'kysely';
import { createUser, listUserProviders, listUsers, readUser, usersOnPage } from 'svc-link/contract';
import { compressedRoute, repeatableRoute, route } from '../auth/index.js';
import { compiledOnce, type Db, type Given, type Tables, type Tx } from '../db/index.js';
import type { Deps } from '../deps.js';
import { broken, type Env } from '../http/index.js';
import { providerObject } from '../providers/index.js';
import { manual } from '../pulls/index.js';
import { consentOf, resourceAvailability } from '../connections/index.js';
import { findHolder, withCountedUsers, findUser, noSuchUser } from '../accounts/index.js';
import { pageOfUsers } from './page-of-users.js';
import { toUser, type Connected, type UserRow } from './user-view.js';

type ConnectionRow = Pick<
  Selectable<Tables['connection']>,
  'provider' | 'created_on' | 'status' | 'error_details' | 'scopes_granted' | 'scopes_denied' | 'consent'
>;

export function userRoutes(deps: Deps): Hono<Env> {
  const { db, clock, publicUrl } = deps;
  const app = new Hono<Env>();

  const connectionsOf = (userId: string): Promise<ConnectionRow[]> =>
    db
      .selectFrom('connection')
      .select(['provider', 'created_on', 'status', 'error_details', 'scopes_granted', 'scopes_denied'])
      .select('consent')
      .where('user_id', '=', userId)
      .orderBy('created_on')
      .orderBy('provider')
      .execute();

  /** Throws 404 if the user is unknown, deleted, or another team's. */
  async function userOf(teamId: string, userId: string) {
    const [user] = byUser(await rowsOfUser(db, { teamId, userId }));
    if (!user) throw noSuchUser();
    return user;
  }

  repeatableRoute(app, deps, createUser, async ({ teamId, readBody, makeByOneStatement }) => {
    const body = await readBody();
    const { client_user_id = null, fallback_birth_date, fallback_time_zone } = body;
    const now = clock.now();
    const provenance = { source_slug: manual, updated_at: now.toISOString() };
    const user: NewUser = {
      id: randomUUID(),
      team_id: teamId,
      client_user_id,
      created_on: now,
      fallback_birth_date:
        fallback_birth_date == null ? null : JSON.stringify({ value: fallback_birth_date, ...provenance }),
      fallback_time_zone:
        fallback_time_zone == null ? null : JSON.stringify({ id: fallback_time_zone, ...provenance }),
    };
    const store = async (tx: Db | Tx) => {
      const [created] = await insertUser(tx, user);
      if (created) return toUser(created, [], publicUrl);

      const existing = await findHolder(tx, teamId, client_user_id).executeTakeFirstOrThrow();
      throw broken(400, 'already_exists', 'There is a user with this client_user_id.', {
        user_id: existing.id,
        created_on: existing.created_on.toISOString(),
      });
    };
    return makeByOneStatement(store, ({ user_id }) => ({ userId: user_id }));
  });

  compressedRoute(app, db, listUsers, async ({ teamId, query }) => {
    const limit = query.limit ?? usersOnPage;
    const { users, ...page } = await pageOfUsers(db, teamId, query, limit);
    return {
      users: users.map(({ user, connections }) => toUser(user, connections, publicUrl)),
      ...page,
      limit,
    };
  });

  route(app, db, readUser, async ({ teamId, params }) => {
    const { user, connections } = await userOf(teamId, params.user_id);
    return toUser(user, connections, publicUrl);
  });

  compressedRoute(app, db, listUserProviders, async ({ teamId, params }) => {
    const user = await findUser(db, teamId, params.user_id);
    const connections = await connectionsOf(user.id);
    return {
      providers: connections.map((connection) => ({
        ...providerObject(connection.provider, publicUrl),
        status: connection.status,
        created_on: connection.created_on.toISOString(),
        resource_availability: resourceAvailability(connection),
        consent: consentOf(connection.consent),
        error_details: connection.error_details && { ...connection.error_details },
      })),
    };
  });

  return app;
}

type NewUser = Required<
  Pick<
    Insertable<Tables['app_user']>,
    'id' | 'team_id' | 'client_user_id' | 'created_on' | 'fallback_birth_date' | 'fallback_time_zone'
  >
>;

/** Creates a user, unless the team has one with the same `client_user_id`: then there is no row. */
const insertUser = compiledOnce((db, given: Given<NewUser>) =>
  withCountedUsers(db, 'added', (query) =>
    query
      .insertInto('app_user')
      .values({
        id: given('id'),
        team_id: given('team_id'),
        client_user_id: given('client_user_id'),
        created_on: given('created_on'),
        fallback_birth_date: given('fallback_birth_date'),
        fallback_time_zone: given('fallback_time_zone'),
      })
      .onConflict((conflict) =>
        conflict.columns(['team_id', 'client_user_id']).where('deleted_on', 'is', null).doNothing(),
      )
      .returningAll(),
  ).selectAll(),
);

/** A user of a team, with a row for each connection. */
const rowsOfUser = compiledOnce((db, given: Given<{ teamId: string; userId: string }>) =>
  db
    .selectFrom('app_user')
    .leftJoin('connection', 'connection.user_id', 'app_user.id')
    .select(['app_user.id', 'app_user.team_id', 'app_user.client_user_id', 'app_user.created_on'])
    .select(['app_user.fallback_birth_date', 'app_user.fallback_time_zone'])
    .select(['connection.provider', 'connection.created_on as connected_on'])
    .where('app_user.id', '=', given('userId'))
    .where('app_user.team_id', '=', given('teamId'))
    .where('app_user.deleted_on', 'is', null)
    .orderBy('connection.created_on')
    .orderBy('connection.provider'),
);

/** Groups rows by user. Each row has one of the user's connections, or none. */
function byUser(
  rows: readonly (UserRow & { readonly provider: string | null; readonly connected_on: Date | null })[],
): readonly { readonly user: UserRow; readonly connections: readonly Connected[] }[] {
  const users = new Map<string, { user: UserRow; connections: Connected[] }>();
  for (const row of rows) {
    const { provider, connected_on } = row;
    const known = users.get(row.id) ?? { user: row, connections: [] };
    if (provider !== null && connected_on !== null)
      known.connections.push({ provider, created_on: connected_on });
    users.set(row.id, known);
  }
  return [...users.values()];
}
