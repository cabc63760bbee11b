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
 * How the providers of a team do, and whose connections are broken, for whoever has to mend them. Users are named by our own id
 * only; their data, accounts and tokens are out of reach of a management key (spec 5.4).
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
