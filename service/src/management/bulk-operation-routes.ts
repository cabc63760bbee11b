import { Hono } from 'hono';
import { listTeamBulkOperations } from 'svc-link/contract';
import { requireReachedTeam } from '../auth/index.js';
import { operationsPage } from '../bulk/index.js';
import type { Deps, Env } from '../deps.js';
import { check } from '../request.js';

/** How far the bulk operations of a team are: never what they move (spec 5.4). */
export function bulkOperationRoutes({ db }: Deps): Hono<Env> {
  const app = new Hono<Env>();

  app.get('/v1/org/:org_id/team/:team_id/bulk_op', async (c) => {
    const { team } = await requireReachedTeam(db, c);
    const query = check(listTeamBulkOperations.query, c.req.query(), 'query');
    return c.json(await operationsPage(db, team.id, query));
  });

  return app;
}
