import { Hono } from 'hono';
import { readLinkFunnel, readLinkProblems } from 'svc-link/contract';
import { requireReachedTeam } from '../auth/index.js';
import type { Deps, Env } from '../deps.js';
import { check } from '../request.js';
import { linkFunnel } from './link-funnel.js';
import { linkProblems } from './link-problems.js';
import { filterOf } from './link-statistics-filter.js';

/** How far the link sessions of a team came, and what went wrong in them. */
export function linkStatisticsRoutes({ db, clock }: Deps): Hono<Env> {
  const app = new Hono<Env>();

  app.get('/v1/org/:org_id/team/:team_id/link_funnel', async (c) => {
    const { team } = await requireReachedTeam(db, c);
    const query = check(readLinkFunnel.query, c.req.query(), 'query');
    return c.json(await linkFunnel(db, filterOf(team.id, query, clock.now())));
  });

  app.get('/v1/org/:org_id/team/:team_id/link_problems', async (c) => {
    const { team } = await requireReachedTeam(db, c);
    const query = check(readLinkProblems.query, c.req.query(), 'query');
    return c.json(await linkProblems(db, filterOf(team.id, query, clock.now())));
  });

  return app;
}
