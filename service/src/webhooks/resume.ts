import { sql } from 'kysely';
import { after } from '../work/index.js';
import type { Tx } from '../db/index.js';
import type { Deps } from '../deps.js';
import { liveJobs, lockWithoutJob } from '../jobs/index.js';
import { enqueueAttempts } from './job.js';

/** After how many seconds the job of an overdue delivery counts as lost. */
const overdueSeconds = 300;
/** How many rows one transaction handles. */
const mostAtOnce = 500;

/** Enqueues a new job for deliveries that are long overdue and have no job. Returns how many. */
export async function resumeDeliveries(
  { jobs, clock }: Pick<Deps, 'jobs' | 'clock'>,
  tx: Tx,
): Promise<number> {
  const withoutJob = tx
    .selectFrom('webhook_delivery as delivery')
    .innerJoin('webhook', 'webhook.id', 'delivery.webhook_id')
    .select(['delivery.id', 'delivery.attempts', 'webhook_id', 'team_id', 'failing_since', 'slow'])
    .where('delivery.status', '=', 'pending')
    .where('next_attempt_at', '<=', after(clock.now(), -overdueSeconds))
    .where(
      sql<boolean>`not exists (select from ${liveJobs('webhook', 'webhook_throttled')}
        where data->>'delivery_id' = delivery.id::text and data->>'attempts' = delivery.attempts::text)`,
    )
    .where(
      sql<boolean>`(not delivery.waits_turn or webhook.id::text not in
        (select data->>'webhook_id' from ${liveJobs('webhook_slow', 'webhook_failing')}))`,
    )
    .limit(mostAtOnce);
  const lost = await lockWithoutJob(withoutJob, 'delivery');
  await enqueueAttempts(jobs, tx, lost);
  return lost.length;
}
