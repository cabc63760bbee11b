import { setImmediate as turn } from 'node:timers/promises';
import { transact } from '../db/index.js';
import type { Deps } from '../deps.js';
import type { LaneData } from '../jobs/index.js';
import { workChunk } from './work-chunk.js';

/** Does a turn of an operation from where it stands, or until `signal`: then it goes on with the next run. */
export async function workOperation(deps: Deps, job: LaneData['bulk'], signal: AbortSignal): Promise<void> {
  do {
    // PGlite answers without a turn of the event loop: without one here, no request would be answered meanwhile.
    await turn();
    signal.throwIfAborted();
  } while (await transact(deps.db, (tx) => workChunk(deps, tx, job)));
}
