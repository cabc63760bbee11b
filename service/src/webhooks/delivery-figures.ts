import { sql } from 'kysely';
import type { Db } from '../db/index.js';

/** How many of the deliveries that are overdue longest are looked at, and for how many teams they are told. */
const mostLooked = 1000;
const mostTold = 20;

export interface TeamLag {
  readonly teamId: string;
  /** Deliveries that are overdue; of all teams together at most a thousand are counted. */
  readonly overdue: number;
  /** How long the oldest of them is overdue, in seconds. */
  readonly lag: number;
}

/** The teams whose deliveries are overdue longest. `now`: of the service's clock. */
export async function readTeamLags(db: Db, now: Date): Promise<readonly TeamLag[]> {
  return db
    .selectFrom(
      db
        .selectFrom('webhook_delivery')
        .select(['webhook_id', 'next_attempt_at'])
        .where('status', '=', 'pending')
        .where('next_attempt_at', '<', now)
        .orderBy('next_attempt_at')
        .limit(mostLooked)
        .as('due'),
    )
    .innerJoin('webhook', 'webhook.id', 'due.webhook_id')
    .select('webhook.team_id as teamId')
    .select(sql<number>`count(*)::integer`.as('overdue'))
    .select(sql<number>`extract(epoch from ${now}::timestamptz - min(next_attempt_at))::float8`.as('lag'))
    .groupBy('webhook.team_id')
    .orderBy('lag', 'desc')
    .limit(mostTold)
    .execute();
}
