import { Hono } from 'hono';
import { listBrokenConnections, listUserConnections, readProviderHealth } from 'svc-link/contract';
import { findUser } from '../accounts/index.js';
import { route } from '../auth/index.js';
import type { Deps } from '../deps.js';
import type { Env } from '../http/index.js';
import { brokenConnections } from './broken-connections.js';
import { providerHealth } from './provider-health.js';
import { userConnections } from './user-connections.js';

/**
 * The routes that show the state of a team's providers and the broken connections, for the people who repair them.
 * Users are named by our own id only; a management key cannot reach their data, accounts and tokens (spec 5.4).
 */
export function providerHealthRoutes(deps: Deps): Hono<Env> {
  const { db } = deps;
  const app = new Hono<Env>();

  route(app, db, readProviderHealth, async ({ team }) => ({ data: await providerHealth(deps, team.id) }));

  route(app, db, listBrokenConnections, ({ team, query }) => brokenConnections(db, team.id, query));

  route(app, db, listUserConnections, async ({ team, params }) => {
    const user = await findUser(db, team.id, params.user_id);
    return { data: await userConnections(db, user.id) };
  });

  return app;
}
