import { sql } from 'kysely';
import type { Db } from '../db/index.js';
import { allLanes, type Lane } from './lanes.js';

/** How many jobs of a lane are counted at most, so that counting a long queue costs no more than counting a short one. */
const mostCounted = 10_000;

export interface LaneFigures {
  readonly lane: Lane;
  /** Jobs that are due and wait for a place. */
  readonly waiting: number;
  /** Jobs that are not due yet. */
  readonly later: number;
  /** How long the oldest due job has waited, in seconds. */
  readonly oldest: number;
}

/** The figures of the lanes over all processes. Only the first `mostCounted` jobs of each lane are counted. */
export async function readLaneFigures(db: Db): Promise<readonly LaneFigures[]> {
  const { rows } = await sql<{ lane: Lane; waiting: number; later: number; oldest: number }>`
    select lane,
      count(*) filter (where start_after <= now())::integer as waiting,
      count(*) filter (where start_after > now())::integer as later,
      coalesce(extract(epoch from now() - min(start_after) filter (where start_after <= now())), 0)::float8 as oldest
    from unnest(${sql.val(allLanes)}::text[]) as lane
    left join lateral (
      select start_after from pgboss.job
      where name = lane and state < 'active' and not blocked
      order by priority desc, created_on
      limit ${mostCounted}
    ) as job on true
    group by lane`.execute(db);
  return rows;
}
