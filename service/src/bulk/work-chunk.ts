import { openedOrLogged } from '../crypto/index.js';
import type { BulkOutcome, Tx } from '../db/index.js';
import type { Deps } from '../deps.js';
import type { LaneData } from '../jobs/index.js';
import { importItems } from './import-items.js';
import { openItems, type Item, type Unfinished } from './items.js';
import { endOfTurn, turnJob } from './job.js';
import type { OperationRow } from './list.js';
import { pauseItems } from './pause-items.js';

/**
 * Works on items of an operation, each independent of the others. Returns their outcomes, or when to continue with them.
 */
type Work = (
  deps: Deps,
  tx: Tx,
  operation: OperationRow,
  items: readonly Item[],
) => Promise<BulkOutcome | Unfinished>;

const works: { readonly [T in OperationRow['type']]: Work } = {
  bulk_import: importItems,
  bulk_pause: pauseItems,
};

/**
 * Works on the next chunk of an operation and stores its progress in the same transaction, so that a killed process
 * never leaves half a chunk. The last chunk of a turn enqueues the next turn. Returns whether this turn continues.
 */
export async function workChunk(deps: Deps, tx: Tx, turn: LaneData['bulk']): Promise<boolean> {
  const id = turn.operation_id;
  const operation = await tx
    .selectFrom('bulk_operation')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  // If the turn is over, the next one has its own job.
  if (operation?.status !== 'in_progress' || operation.processed >= endOfTurn(turn)) return false;
  const chunk = await tx
    .selectFrom('bulk_chunk')
    .select(['position', 'items'])
    .where('operation_id', '=', id)
    .where('items', 'is not', null)
    .orderBy('position')
    .limit(1)
    .executeTakeFirst();
  if (!chunk?.items) {
    await abort(deps, tx, id);
    return false;
  }
  const items = readable(deps, id, chunk.position, chunk.items);
  const outcome = items
    ? await works[operation.type](deps, tx, operation, items)
    : { goOnIn: readAgainAfter };
  if ('goOnIn' in outcome) {
    if (outcome.goOnIn === 0) return true;
    const startAfter = new Date(Date.now() + outcome.goOnIn);
    const { data, group } = turnJob(id, operation.processed, operation.team_id);
    await deps.jobs.enqueue(tx, 'bulk', data, { group, startAfter });
    return false;
  }
  await put(tx, operation, chunk.position, outcome);

  const processed = operation.processed + outcome.done.length + outcome.failed.length;
  const failed = operation.failed + outcome.failed.length;
  const more = processed < operation.total;
  await tx
    .updateTable('bulk_operation')
    .set({
      processed,
      failed,
      ...(!more && {
        status: failed === operation.total ? 'failure' : 'success',
        ended_at: deps.clock.now(),
      }),
    })
    .where('id', '=', id)
    .execute();
  if (!more || processed < endOfTurn(turn)) return more;
  const { data, group } = turnJob(id, processed, operation.team_id);
  await deps.jobs.enqueue(tx, 'bulk', data, { group });
  return false;
}

/** When a chunk that could not be decrypted is tried again, in milliseconds. */
const readAgainAfter = 5 * 60_000;

const readable = (deps: Deps, id: string, position: number, sealed: Uint8Array) =>
  openedOrLogged(deps.log, { operation_id: id }, 'the items of a bulk operation', () =>
    openItems(deps, id, position, sealed),
  );

/** Deletes the items of a finished chunk, and stores its outcome if a request waits for it. */
async function put(tx: Tx, operation: OperationRow, position: number, outcome: BulkOutcome): Promise<void> {
  if (operation.keeps_outcome) {
    await tx
      .updateTable('bulk_chunk')
      .set({ items: null, outcome: JSON.stringify(outcome) })
      .where('operation_id', '=', operation.id)
      .where('position', '=', position)
      .execute();
  } else {
    await tx
      .deleteFrom('bulk_chunk')
      .where('operation_id', '=', operation.id)
      .where('position', '=', position)
      .execute();
  }
}

/** Ends an operation whose remaining items are missing. */
async function abort({ clock }: Deps, tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('bulk_operation')
    .set({ status: 'aborted', ended_at: clock.now() })
    .where('id', '=', id)
    .execute();
  await tx.deleteFrom('bulk_chunk').where('operation_id', '=', id).execute();
}
