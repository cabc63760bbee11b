import { after } from '../work/index.js';
import type { Tx } from '../db/index.js';

/** How long an operation can be read after its end, and how long somebody may wait for its outcome, in seconds. */
const remembered = 30 * 86_400;
const waitedFor = 60;

/** Forgets the outcomes that were waited for, and the operations that ended long ago. */
export async function pruneOperations(tx: Tx, now: Date): Promise<void> {
  const endedBy = (seconds: number) =>
    tx.selectFrom('bulk_operation').select('id').where('ended_at', '<=', after(now, -seconds));
  await tx.deleteFrom('bulk_chunk').where('operation_id', 'in', endedBy(waitedFor)).execute();
  await tx.deleteFrom('bulk_operation').where('ended_at', '<=', after(now, -remembered)).execute();
}
