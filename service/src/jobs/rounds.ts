// Jobs that wait come in rounds, one job of each sharer a round, so that one with a single job does not wait for all the
// jobs of another. The priority of a job is the round it comes in, and falls with each round.
import { sql } from 'kysely';
import type { Tx } from '../db/index.js';
import type { Lane } from './lanes.js';

/** The lowest priority that the database stores. */
const lowest = -(2 ** 31);

/**
 * The priorities of new jobs in the order of their sharers: a sharer's next job comes in the round after its last one that waits,
 * and its first one in the present round. Jobs without a sharer have none. Transactions that do not see each other may give two
 * jobs of a sharer the same round.
 */
export async function prioritiesOf(
  tx: Tx,
  lane: Lane,
  sharers: readonly (string | undefined)[],
): Promise<readonly (number | undefined)[]> {
  if (sharers.every((sharer) => sharer === undefined)) return [];
  // A job that waits for one of its group in progress says nothing about the present round: it may be of an earlier one.
  const { rows } = await sql<{ sharer: string | null; first: number | null; last: number }>`
    select group_tier as sharer, min(priority) as last, max(priority) filter (
      where start_after <= now() and coalesce(group_id, '') <> all (array(
        select group_id from pgboss.job where name = ${lane} and state = 'active' and group_id is not null))
    ) as first
    from pgboss.job where name = ${lane} and state < 'active' and not blocked group by group_tier`.execute(
    tx,
  );
  const firsts = rows.flatMap(({ first }) => first ?? []);
  const present = firsts.length > 0 ? Math.max(...firsts) : Math.min(0, ...rows.map((row) => row.last));
  const last = new Map(rows.map((row) => [row.sharer, row.last]));
  return sharers.map((sharer) => {
    if (sharer === undefined) return undefined;
    const before = last.get(sharer);
    const priority = before === undefined ? present : Math.max(before - 1, lowest);
    last.set(sharer, priority);
    return priority;
  });
}
