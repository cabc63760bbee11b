import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import type { Selectable } from 'kysely';
import {
  createUser,
  listUsers,
  usersOnPage,
  type ResponseOf,
  type listUserProviders,
  type User,
} from 'svc-link/contract';
import { requireTeam } from '../auth/index.js';
import { compressed } from '../compression.js';
import type { Tables } from '../db/index.js';
import type { Deps, Env } from '../deps.js';
import { broken } from '../errors.js';
import { providerObject } from '../provider-object.js';
import { check, readBody, uuidParam } from '../request.js';
import { resourceAvailability } from '../resource-availability.js';
import { findUser } from '../users.js';

type UserRow = Selectable<Tables['app_user']>;
type ConnectionRow = Pick<
  Selectable<Tables['connection']>,
  'user_id' | 'provider' | 'created_on' | 'status' | 'scopes_granted' | 'scopes_denied'
>;

export function userRoutes({ db, clock, publicUrl }: Deps): Hono<Env> {
  const app = new Hono<Env>();

  const connectionsOf = (...userIds: readonly string[]): Promise<ConnectionRow[]> =>
    db
      .selectFrom('connection')
      .select(['user_id', 'provider', 'created_on', 'status', 'scopes_granted', 'scopes_denied'])
      .where('user_id', 'in', userIds)
      .orderBy('created_on')
      .orderBy('provider')
      .execute();

  app.post('/v2/user', async (c) => {
    const teamId = await requireTeam(db, c.req.header('x-svc-api-key'));
    const { client_user_id } = await readBody(c, createUser.body);
    const created = await db
      .insertInto('app_user')
      .values({
        id: randomUUID(),
        team_id: teamId,
        client_user_id,
        created_on: clock.now(),
        deleted_on: null,
      })
      .onConflict((conflict) =>
        conflict.columns(['team_id', 'client_user_id']).where('deleted_on', 'is', null).doNothing(),
      )
      .returningAll()
      .executeTakeFirst();
    if (created) return c.json(toUser(created, [], publicUrl));

    const existing = await db
      .selectFrom('app_user')
      .select(['id', 'created_on'])
      .where('team_id', '=', teamId)
      .where('client_user_id', '=', client_user_id)
      .where('deleted_on', 'is', null)
      .executeTakeFirstOrThrow();
    throw broken(400, 'already_exists', 'There is a user with this client_user_id.', {
      user_id: existing.id,
      created_on: existing.created_on.toISOString(),
    });
  });

  app.get('/v2/user', compressed, async (c) => {
    const teamId = await requireTeam(db, c.req.header('x-svc-api-key'));
    const { offset = 0, limit = usersOnPage } = check(listUsers.query, c.req.query(), 'query');
    const ofTeam = db.selectFrom('app_user').where('team_id', '=', teamId).where('deleted_on', 'is', null);
    const rows = await ofTeam
      .selectAll()
      .orderBy('created_on')
      .orderBy('id')
      .offset(offset)
      .limit(limit)
      .execute();
    const { total } = await ofTeam
      .select((row) => row.fn.countAll<string>().as('total'))
      .executeTakeFirstOrThrow();
    const connections = rows.length > 0 ? await connectionsOf(...rows.map(({ id }) => id)) : [];
    const byUser = new Map<string, ConnectionRow[]>(rows.map(({ id }) => [id, []]));
    for (const connection of connections) byUser.get(connection.user_id)?.push(connection);
    const answer: ResponseOf<typeof listUsers> = {
      users: rows.map((user) => toUser(user, byUser.get(user.id) ?? [], publicUrl)),
      total: Number(total),
      offset,
      limit,
    };
    return c.json(answer);
  });

  app.get('/v2/user/:user_id', async (c) => {
    const teamId = await requireTeam(db, c.req.header('x-svc-api-key'));
    const user = await findUser(db, teamId, uuidParam(c, 'user_id'));
    return c.json(toUser(user, await connectionsOf(user.id), publicUrl));
  });

  app.get('/v2/user/providers/:user_id', compressed, async (c) => {
    const teamId = await requireTeam(db, c.req.header('x-svc-api-key'));
    const user = await findUser(db, teamId, uuidParam(c, 'user_id'));
    const connections = await connectionsOf(user.id);
    const answer: ResponseOf<typeof listUserProviders> = {
      providers: connections.map((connection) => ({
        ...providerObject(connection.provider, publicUrl),
        status: connection.status,
        created_on: connection.created_on.toISOString(),
        resource_availability: resourceAvailability(connection),
        error_details: null,
      })),
    };
    return c.json(answer);
  });

  return app;
}

const toUser = (user: UserRow, connections: readonly ConnectionRow[], publicUrl: string): User => ({
  user_id: user.id,
  team_id: user.team_id,
  client_user_id: user.client_user_id,
  created_on: user.created_on.toISOString(),
  connected_sources: connections.map(({ provider, created_on }) => ({
    created_on: created_on.toISOString(),
    source: providerObject(provider, publicUrl),
  })),
  fallback_birth_date: null,
  fallback_time_zone: null,
});
