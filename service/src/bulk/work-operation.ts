import { setImmediate as turn } from 'node:timers/promises';
import { transact, type Tx } from '../db/index.js';
import type { Deps } from '../deps.js';
import type { LaneData } from '../jobs/index.js';
import { turnJob } from './job.js';
import { proveItems } from './prove-items.js';
import { workChunk } from './work-chunk.js';

/** Works on one turn of an operation, until `signal` is aborted. The next job continues. */
export async function workOperation(deps: Deps, job: LaneData['bulk'], signal: AbortSignal): Promise<void> {
  do {
    // PGlite answers within one turn of the event loop. Without this extra turn, no request would be answered meanwhile.
    await turn();
    signal.throwIfAborted();
    const goOnAt = await proveItems(deps, job.operation_id, signal);
    if (goOnAt) return await transact(deps.db, (tx) => putOff(deps, tx, job.operation_id, goOnAt));
  } while (await transact(deps.db, (tx) => workChunk(deps, tx, job)));
}

/** Leaves the next turn of an operation to a later job. */
async function putOff({ jobs }: Deps, tx: Tx, id: string, startAfter: Date): Promise<void> {
  const operation = await tx
    .selectFrom('bulk_operation')
    .select(['processed', 'team_id'])
    .where('id', '=', id)
    .where('status', '=', 'in_progress')
    .forUpdate()
    .executeTakeFirst();
  if (!operation) return;
  const { data, group } = turnJob(id, operation.processed, operation.team_id);
  await jobs.enqueue(tx, 'bulk', data, { group, startAfter });
}
