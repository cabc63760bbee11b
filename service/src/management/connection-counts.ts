import { Hono } from 'hono';
import { sql } from 'kysely';
import { countTeamConnections } from 'svc-link/contract';
import { route } from '../auth/index.js';
import type { Deps } from '../deps.js';
import type { Env } from '../http/index.js';

/** Counts the connections of a team by state. The answer names no user (spec 5.4). */
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
        // All times are written in one format, so the first as a text is the earliest.
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
