import { sql } from 'kysely';
import type { Db } from '../db/index.js';

/** How many of the pulls that are overdue longest are counted. */
const mostCounted = 1000;

export interface PullFigures {
  /** What is pulled: past data after a link, or the new days of each connection. */
  readonly kind: 'history' | 'days';
  /** How many are due, of which at most a thousand are counted. */
  readonly overdue: number;
  /** How long the one that is due longest has been, in seconds; 0 if none is. */
  readonly lag: number;
}

/** What is due of the connections with some providers, and was not pulled yet. `now`: of the clock that they go by. */
export async function readPullFigures(
  db: Db,
  providers: readonly string[],
  now: Date,
): Promise<readonly PullFigures[]> {
  if (providers.length === 0) return [];
  const connections = db
    .selectFrom('connection')
    .where('connection.status', '=', sql.lit('connected'))
    .where('connection.provider', 'in', providers)
    .limit(mostCounted);
  const dueDays = connections
    .select('next_pull_at as due')
    .where('next_pull_at', '<', now)
    .orderBy('next_pull_at');
  const dueHistory = connections
    .innerJoin('historical_pull as pull', 'pull.connection_id', 'connection.id')
    .select('pull.next_attempt_at as due')
    .where('pull.claim_provider', 'in', providers)
    .where('pull.next_attempt_at', '<', now)
    .orderBy('pull.next_attempt_at');
  const figures = async (kind: PullFigures['kind'], due: typeof dueDays): Promise<PullFigures> => ({
    kind,
    ...(await db
      .selectFrom(due.as('late'))
      .select(sql<number>`count(*)::integer`.as('overdue'))
      .select(sql<number>`coalesce(extract(epoch from ${now}::timestamptz - min(due)), 0)::float8`.as('lag'))
      .executeTakeFirstOrThrow()),
  });
  return [await figures('days', dueDays), await figures('history', dueHistory)];
}
