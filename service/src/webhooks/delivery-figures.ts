import { sql } from 'kysely';
import type { Db } from '../db/index.js';
import { throttledWebhooks } from './job.js';

/** How many of the longest overdue deliveries are looked at, and how many teams are named. */
const mostLooked = 1000;
const mostTeams = 20;

export interface TeamLag {
  readonly teamId: string;
  /** How many of the team's deliveries are overdue. At most a thousand are counted over all teams. */
  readonly overdue: number;
  /** How long the oldest of them is overdue, in seconds. */
  readonly lag: number;
}

/** The teams with the longest overdue deliveries. `now` is the time of the service's clock. */
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
    .limit(mostTeams)
    .execute();
}

/**
 * How long the oldest delivery is overdue that waits for the service and not for its receiver, in seconds; 0 if there is
 * none. Webhooks that fail or answer slowly have few places on purpose, so their deliveries may wait for days and do not
 * count. Deliveries that waited for a webhook which has just recovered do count.
 */
export async function readOwnLag(db: Db, now: Date): Promise<number> {
  const oldest = await db
    .selectFrom('webhook_delivery')
    .select(sql<number>`extract(epoch from ${now}::timestamptz - next_attempt_at)::float8`.as('lag'))
    .where('status', '=', 'pending')
    .where('next_attempt_at', '<', now)
    .where('webhook_id', 'not in', throttledWebhooks(db))
    // Nothing is sent to a webhook that is disabled or deleted.
    .where('webhook_id', 'not in', db.selectFrom('webhook').select('id').where('status', '=', 'disabled'))
    .orderBy('next_attempt_at')
    .limit(1)
    .executeTakeFirst();
  return oldest?.lag ?? 0;
}
