import { sql } from 'kysely';
import { after } from '../work/index.js';
import type { Tx } from '../db/index.js';
import type { Deps } from '../deps.js';
import { liveJobs } from '../jobs/index.js';
import { deliveryJob, isHeldBack } from './job.js';

/** How long a delivery is overdue before its job is looked for, in seconds: most come in time. */
const patience = 300;
/** How many one transaction takes on. */
const mostAtOnce = 500;

/** Makes a job anew for deliveries that are long overdue and have none. Answers how many. */
export async function resumeDeliveries(
  { jobs, clock }: Pick<Deps, 'jobs' | 'clock'>,
  tx: Tx,
): Promise<number> {
  const withoutJob = tx
    .selectFrom('webhook_delivery as delivery')
    .innerJoin('webhook', 'webhook.id', 'delivery.webhook_id')
    .select(['delivery.id', 'delivery.attempts', 'team_id', 'failing_since', 'slow'])
    .where('delivery.status', '=', 'pending')
    .where('next_attempt_at', '<=', after(clock.now(), -patience))
    .where(
      sql<boolean>`not exists (select from ${liveJobs('webhook')}
        where data->>'delivery_id' = delivery.id::text and data->>'attempts' = delivery.attempts::text)`,
    )
    .limit(mostAtOnce);
  const found = await withoutJob.forUpdate('delivery').skipLocked().execute();
  if (found.length === 0) return 0;
  // Once more now that they are locked: another process may have made their jobs meanwhile.
  const lost = await withoutJob
    .where(
      'delivery.id',
      'in',
      found.map(({ id }) => id),
    )
    .execute();
  await jobs.enqueueAll(
    tx,
    'webhook',
    lost.map(({ id, attempts, ...receiver }) =>
      deliveryJob(id, attempts, receiver.team_id, isHeldBack(receiver)),
    ),
  );
  return lost.length;
}
