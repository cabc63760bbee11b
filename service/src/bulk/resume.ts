import { sql } from 'kysely';
import type { Tx } from '../db/index.js';
import type { Deps } from '../deps.js';
import { liveJobs, lockWithoutJob } from '../jobs/index.js';
import { turnJob } from './job.js';

/** How many rows one transaction handles. */
const mostAtOnce = 100;

/** Enqueues a new job for operations in progress that have none. Returns how many. */
export async function resumeOperations({ jobs }: Pick<Deps, 'jobs'>, tx: Tx): Promise<number> {
  const withoutJob = tx
    .selectFrom('bulk_operation')
    .select(['id', 'processed', 'team_id'])
    .where('ended_at', 'is', null)
    .where(
      sql<boolean>`not exists (select from ${liveJobs('bulk')} where data->>'operation_id' = bulk_operation.id::text)`,
    )
    .limit(mostAtOnce);
  const lost = await lockWithoutJob(withoutJob, 'bulk_operation');
  await jobs.enqueueAll(
    tx,
    'bulk',
    lost.map(({ id, processed, team_id }) => turnJob(id, processed, team_id)),
  );
  return lost.length;
}
