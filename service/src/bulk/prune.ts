import { sql } from 'kysely';
import { after } from '../work/index.js';
import type { Tx } from '../db/index.js';
import { idsPastTime, type Retention } from '../retention/index.js';

/** How long an outcome that is waited for is kept after the end of its operation, in seconds. */
const waitedFor = 60;
/** How many operations one sweep deletes, which keeps transactions short. */
const mostAtOnce = 1000;

/** Deletes outcomes that nobody waits for any more, and operations that ended long ago. */
export async function pruneOperations(tx: Tx, now: Date, retention: Retention): Promise<void> {
  const ended = tx.selectFrom('bulk_operation').select('id').where('ended_at', '<=', after(now, -waitedFor));
  await tx.deleteFrom('bulk_chunk').where('operation_id', 'in', ended).execute();
  const aged = { table: 'bulk_operation', since: 'ended_at', kind: 'operations' } as const;
  await sql`delete from bulk_operation where id in (${idsPastTime(aged, retention, now, mostAtOnce)})`.execute(
    tx,
  );
}
