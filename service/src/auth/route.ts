// Routes for callers with a key. The endpoint declares who may call, so that no handler can forget the check.
import type { Hono } from 'hono';
import type { Endpoint } from 'svc-link/contract';
import { type Access, addRoute, compressed, type Env, type Handler } from '../http/index.js';
import type { Db } from '../db/index.js';
import { requireTeam } from './keys.js';
import { requireManagedTeam } from './managed-team.js';
import {
  type Manager,
  requireManagementKey,
  requireOrg,
  requireReachedTeam,
  type ReachedTeam,
} from './management-key.js';

/** An endpoint for anybody or for callers with a key. link/route.ts adds the endpoints for link tokens. */
export type KeyEndpoint = Endpoint & { readonly auth: 'none' | 'api-key' | 'management-key' };

/** The caller of an endpoint: the team of an API key, what a management key can access on the path, or anybody. */
export type CallerOf<E extends KeyEndpoint> = E['auth'] extends 'api-key'
  ? { readonly teamId: string }
  : E['auth'] extends 'management-key'
    ? E['path'] extends `${string}{team_id}${string}`
      ? ReachedTeam
      : E['path'] extends `${string}{org_id}${string}`
        ? { readonly orgId: string }
        : { readonly key: Manager }
    : object;

/** An endpoint that does not need `repeatableRoute`. */
type PlainEndpoint = KeyEndpoint & { readonly repeatable?: false };

/** Adds an endpoint of the contract for the callers that it declares. */
export const route = <const E extends PlainEndpoint>(
  app: Hono<Env>,
  db: Db,
  endpoint: E,
  handler: Handler<E, CallerOf<E>>,
): void => addRoute(app, endpoint, accessOf(db, endpoint), handler);

/** Like `route`, with compression, for answers that may be long and contain no secret. */
export const compressedRoute = <const E extends PlainEndpoint>(
  app: Hono<Env>,
  db: Db,
  endpoint: E,
  handler: Handler<E, CallerOf<E>>,
): void => addRoute(app, endpoint, accessOf(db, endpoint), handler, compressed);

/**
 * Like `route`, for fewer callers than the contract declares, or
 * with a check before the path, the query and the body are checked.
 */
export const routeFor = <const E extends PlainEndpoint, Caller>(
  app: Hono<Env>,
  access: Access<Caller>,
  endpoint: E,
  handler: Handler<E, Caller>,
): void => addRoute(app, endpoint, access, handler);

export function accessOf<E extends KeyEndpoint>(db: Db, endpoint: E): Access<CallerOf<E>> {
  // The compiler does not see that the function's cases match those of the type.
  return keyAccess(db, endpoint) as Access<CallerOf<E>>;
}

function keyAccess(db: Db, { auth, managed, path }: KeyEndpoint): Access<unknown> {
  switch (auth) {
    case 'none':
      return () => ({});
    case 'api-key':
      return async (c) => ({
        teamId: await (managed ? requireManagedTeam(db, c) : requireTeam(db, c.req.header('x-svc-api-key'))),
      });
    case 'management-key':
      if (path.includes('{team_id}')) return (c) => requireReachedTeam(db, c);
      if (path.includes('{org_id}')) return async (c) => ({ orgId: await requireOrg(db, c) });
      return async (c) => ({ key: await requireManagementKey(db, c) });
    default:
      return auth satisfies never;
  }
}
