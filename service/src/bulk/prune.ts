import { sql } from 'kysely';
import { after } from '../work/index.js';
import type { Tx } from '../db/index.js';
import { idsPastTime, type Retention } from '../retention/index.js';

/** How long an outcome that a request waits for is kept after the operation has ended, in seconds. */
const waitedFor = 60;
/** How many operations and chunks one transaction deletes, so that it stays short. */
const mostAtOnce = 1000;

/**
 * Deletes outcomes that no request waits for any more, and operations that ended long ago. Returns whether there may be
 * more.
 */
export async function pruneOperations(tx: Tx, now: Date, retention: Retention): Promise<boolean> {
  const chunks = await sql`
    delete from bulk_chunk where (operation_id, position) in (
      select operation_id, position from bulk_chunk join bulk_operation on bulk_operation.id = operation_id
      where ended_at <= ${after(now, -waitedFor)} limit ${mostAtOnce})`.execute(tx);
  // Operations that ended so long ago have no chunks any more: those were deleted above.
  if (Number(chunks.numAffectedRows ?? 0) === mostAtOnce) return true;
  const aged = { table: 'bulk_operation', since: 'ended_at', kind: 'operations' } as const;
  const operations = await sql`
    delete from bulk_operation where id in (${idsPastTime(aged, retention, now, mostAtOnce)})`.execute(tx);
  return Number(operations.numAffectedRows ?? 0) >= mostAtOnce;
}
