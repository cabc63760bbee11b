import { sql, type RawBuilder } from 'kysely';
import type { Lane } from './lanes.js';

/**
 * The jobs of a lane that wait or are in progress, as a table `job` with the column `data`. It does not contain jobs that
 * pg-boss has given up.
 */
export const liveJobs = (lane: Lane): RawBuilder<unknown> =>
  sql`(select data from pgboss.job where name = ${lane} and state in ('created', 'retry', 'active')) as job`;
