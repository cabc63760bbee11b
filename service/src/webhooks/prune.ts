import { after } from '../work/index.js';
import type { Tx } from '../db/index.js';

/** How long events and their deliveries are kept, in seconds. */
const keptSeconds = 30 * 86_400;
/** How many one sweep deletes, which keeps transactions short. */
const mostAtOnce = 5000;

/** Deletes events that are 30 days old at `now`, with their deliveries. */
export async function pruneEvents(tx: Tx, now: Date): Promise<void> {
  const old = tx
    .selectFrom('event')
    .select('id')
    .where('created_on', '<=', after(now, -keptSeconds))
    .limit(mostAtOnce);
  await tx.deleteFrom('event').where('id', 'in', old).execute();
}
