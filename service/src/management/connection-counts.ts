import { Hono } from 'hono';
import { sql } from 'kysely';
import { countTeamConnections } from 'svc-link/contract';
import { route } from '../auth/index.js';
import type { Deps } from '../deps.js';
import type { Env } from '../http/index.js';

/** How the connections of a team are: never whose they are (spec 5.4). */
export function connectionCountRoutes({ db }: Deps): Hono<Env> {
  const app = new Hono<Env>();

  route(app, db, countTeamConnections, async ({ team }) => {
    const rows = await db
      .selectFrom('connection')
      .where('team_id', '=', team.id)
      .select(({ fn }) => [
        'provider',
        'status',
        sql<string | null>`error_details ->> 'error_type'`.as('error_type'),
        // All are written alike, so the first as a text is the first in time.
        sql<string | null>`min(error_details ->> 'since')`.as('since'),
        fn.countAll<string>().as('connections'),
      ])
      .groupBy(['provider', 'status', 'error_type'])
      .orderBy('provider')
      .orderBy('status')
      .orderBy('error_type')
      .execute();
    return {
      data: rows.map(({ connections, ...row }) => ({ ...row, connections: Number(connections) })),
    };
  });

  return app;
}
