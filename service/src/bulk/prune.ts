import { after } from '../work/index.js';
import type { Tx } from '../db/index.js';

/** How long an operation is kept after its end, and an outcome that is waited for, in seconds. */
const remembered = 30 * 86_400;
const waitedFor = 60;

/** Deletes outcomes that nobody waits for any more, and operations that ended long ago. */
export async function pruneOperations(tx: Tx, now: Date): Promise<void> {
  const endedBy = (seconds: number) =>
    tx.selectFrom('bulk_operation').select('id').where('ended_at', '<=', after(now, -seconds));
  await tx.deleteFrom('bulk_chunk').where('operation_id', 'in', endedBy(waitedFor)).execute();
  await tx.deleteFrom('bulk_operation').where('ended_at', '<=', after(now, -remembered)).execute();
}
