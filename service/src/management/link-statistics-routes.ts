import { Hono } from 'hono';
import { findLinkSessions, readLinkFunnel, readLinkProblems } from 'svc-link/contract';
import { route } from '../auth/index.js';
import type { Deps } from '../deps.js';
import { linkFunnel } from './link-funnel.js';
import { linkProblems } from './link-problems.js';
import { findSessions } from './link-sessions.js';
import { requestIdKey } from '../crypto/index.js';
import { filterOf } from './link-statistics-filter.js';
import type { Env } from '../http/index.js';

/** The routes for a team's link sessions: how far they came, what went wrong, and the steps of each. */
export function linkStatisticsRoutes({ db, clock, secrets }: Deps): Hono<Env> {
  const app = new Hono<Env>();

  route(app, db, readLinkFunnel, ({ team, query }) => linkFunnel(db, filterOf(team.id, query, clock.now())));

  route(app, db, readLinkProblems, ({ team, query }) =>
    linkProblems(db, filterOf(team.id, query, clock.now())),
  );

  const key = requestIdKey(secrets);
  route(app, db, findLinkSessions, ({ team, query }) => findSessions(db, team.id, query, key, clock.now()));

  return app;
}
