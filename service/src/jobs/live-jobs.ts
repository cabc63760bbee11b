import { sql, type RawBuilder } from 'kysely';
import type { Lane } from './lanes.js';

/**
 * What the jobs of a lane that are still to come, or under way, were told: the table `job` with the column `data`. A job that pg-boss has given
 * up is none of them.
 */
export const liveJobs = (lane: Lane): RawBuilder<unknown> =>
  sql`(select data from pgboss.job where name = ${lane} and state in ('created', 'retry', 'active')) as job`;
