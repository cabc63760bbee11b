import { sql, type RawBuilder } from 'kysely';
import type { Lane } from './lanes.js';

/**
 * The jobs of lanes that wait or are in progress, as a table `job` with the column `data`. Jobs that pg-boss has given up
 * are left out.
 */
export const liveJobs = (...lanes: readonly Lane[]): RawBuilder<unknown> =>
  sql`(select data from pgboss.job where name in (${sql.join(lanes)}) and state in ('created', 'retry', 'active')) as job`;
