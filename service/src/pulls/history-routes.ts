import { Hono } from 'hono';
import type { Selectable } from 'kysely';
import { type HistoricalPull, listHistoricalPulls } from 'svc-link/contract';
import { route } from '../auth/index.js';
import type { Tables } from '../db/index.js';
import type { Deps } from '../deps.js';
import { findUser } from '../accounts/index.js';
import type { Env } from '../http/index.js';

/** The progress of the historical pulls of a user's connections (spec 3.4). */
export function historicalPullRoutes({ db }: Deps): Hono<Env> {
  const app = new Hono<Env>();

  route(app, db, listHistoricalPulls, async ({ teamId, query }) => {
    const { user_id } = query;
    const user = await findUser(db, teamId, user_id.toLowerCase());
    const rows = await db
      .selectFrom('historical_pull as pull')
      .innerJoin('connection', 'connection.id', 'pull.connection_id')
      .selectAll('pull')
      .select('connection.provider')
      .where('connection.user_id', '=', user.id)
      .orderBy('connection.created_on')
      .orderBy('connection.provider')
      .orderBy('pull.resource')
      .execute();
    return {
      data: rows.map((row) => toHistoricalPull(row, user.id, row.provider)),
    };
  });

  return app;
}

/** The pull of past data as the contract has it. */
export const toHistoricalPull = (
  row: Selectable<Tables['historical_pull']>,
  userId: string,
  provider: string,
): HistoricalPull => ({
  user_id: userId,
  provider,
  resource: row.resource,
  status: row.status,
  error_details: row.error_details && { ...row.error_details, attempts: row.attempts },
  range_start: row.range_start,
  range_end: row.range_end,
  pulled_until: row.pulled_until,
  pulled_from: row.pulled_from,
  next_attempt_at: row.status === 'retrying' ? (row.next_attempt_at?.toISOString() ?? null) : null,
  created_on: row.created_on.toISOString(),
  ended_on: row.ended_on?.toISOString() ?? null,
});
