import { sql } from 'kysely';
import type { Tx } from '../db/index.js';
import { idsPastTime, type Retention } from '../retention/index.js';

/** How many events one run deletes, so that transactions stay short. */
const mostAtOnce = 5000;

/**
 * Deletes events that are older than the retention allows at `now`, with their deliveries. Returns whether there may be
 * more.
 */
export async function pruneEvents(tx: Tx, now: Date, retention: Retention): Promise<boolean> {
  const past = idsPastTime(
    { table: 'event', since: 'created_on', kind: 'events' },
    retention,
    now,
    mostAtOnce,
  );
  const { numAffectedRows } = await sql`delete from event where id in (${past})`.execute(tx);
  return Number(numAffectedRows ?? 0) >= mostAtOnce;
}
