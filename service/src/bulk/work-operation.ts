import { setImmediate as turn } from 'node:timers/promises';
import { transact } from '../db/index.js';
import type { Deps } from '../deps.js';
import type { LaneData } from '../jobs/index.js';
import { proveItems } from './prove-items.js';
import { workChunk } from './work-chunk.js';

/** Works on one turn of an operation, or until `signal` is aborted. The next job continues. */
export async function workOperation(deps: Deps, job: LaneData['bulk'], signal: AbortSignal): Promise<void> {
  do {
    // PGlite answers within one turn of the event loop. Without another turn no request would be answered meanwhile.
    await turn();
    signal.throwIfAborted();
    await proveItems(deps, job.operation_id, signal);
  } while (await transact(deps.db, (tx) => workChunk(deps, tx, job)));
}
