import { Hono } from 'hono';
import { type ConnectionCount, countTeamConnections } from 'svc-link/contract';
import { route } from '../auth/index.js';
import type { Deps } from '../deps.js';
import type { Env } from '../http/index.js';
import { countProblems, countStates } from './connection-states.js';

/** Counts the connections of a team by state. The answer names no user (spec 5.4). */
export function connectionCountRoutes({ db }: Deps): Hono<Env> {
  const app = new Hono<Env>();

  route(app, db, countTeamConnections, async ({ team }) => {
    const [states, problems] = await Promise.all([countStates(db, team.id), countProblems(db, team.id)]);
    const counts = states.flatMap(({ provider, status, connections }): ConnectionCount[] => {
      const broken = problems.filter((each) => each.provider === provider && each.status === status);
      const fine = connections - broken.reduce((sum, each) => sum + each.connections, 0);
      return [
        ...broken.map((each) => ({ ...each })),
        ...(fine > 0 ? [{ provider, status, connections: fine, error_type: null, since: null }] : []),
      ];
    });
    return { data: counts.sort((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1)) };
  });

  return app;
}

/** The key for one provider, state and reason. */
const placeOf = ({ provider, status, error_type }: ConnectionCount): string =>
  JSON.stringify([provider, status, error_type ?? '']);
