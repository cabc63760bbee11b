import { Hono } from 'hono';
import { listTeamBulkOperations } from 'svc-link/contract';
import { route } from '../auth/index.js';
import { operationsPage } from '../bulk/index.js';
import type { Deps } from '../deps.js';
import type { Env } from '../http/index.js';

/** The progress of a team's bulk operations, without their content (spec 5.4). */
export function bulkOperationRoutes({ db }: Deps): Hono<Env> {
  const app = new Hono<Env>();

  route(app, db, listTeamBulkOperations, ({ team, query }) => operationsPage(db, team.id, query));

  return app;
}
