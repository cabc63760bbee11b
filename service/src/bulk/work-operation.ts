import { setImmediate as turn } from 'node:timers/promises';
import { transact } from '../db/index.js';
import type { Deps } from '../deps.js';
import { workChunk } from './work-chunk.js';

/** Does an operation from where it stands to its end, or until `signal`: then it goes on with the next run. */
export async function workOperation(
  deps: Deps,
  { operation_id }: { readonly operation_id: string },
  signal: AbortSignal,
): Promise<void> {
  do {
    // PGlite answers without a turn of the event loop: without one here, no request would be answered meanwhile.
    await turn();
    signal.throwIfAborted();
  } while (await transact(deps.db, (tx) => workChunk(deps, tx, operation_id)));
}
