import type { BulkOutcome } from '../db/index.js';
import type { Deps } from '../deps.js';
import { waitUntil } from '../work/index.js';

/** How long a request waits for an operation, in milliseconds (spec 8). */
const longest = 20_000;

/**
 * The outcome of an operation. Null if it does not complete in time, if the service stops, or if the operation was aborted: then
 * the outcome of each connection is unknown, and the progress shows it. Also null if it ended so long ago that it is deleted.
 */
export async function waitForOutcome(
  deps: Pick<Deps, 'db' | 'stopping' | 'wait'>,
  id: string,
  left: AbortSignal,
): Promise<BulkOutcome | null> {
  const ended = await waitUntil(deps, longest, left, async () => {
    const operation = await deps.db
      .selectFrom('bulk_operation')
      .select(['status', 'total'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return operation.status === 'in_progress' ? null : operation;
  });
  if (ended === null || ended.status === 'aborted') return null;
  const outcome = await readOutcome(deps.db, id);
  return outcome.done.length + outcome.failed.length === ended.total ? outcome : null;
}

async function readOutcome(db: Deps['db'], id: string): Promise<BulkOutcome> {
  const rows = await db
    .selectFrom('bulk_chunk')
    .select('outcome')
    .where('operation_id', '=', id)
    .orderBy('position')
    .execute();
  return {
    done: rows.flatMap(({ outcome }) => outcome?.done ?? []),
    failed: rows.flatMap(({ outcome }) => outcome?.failed ?? []),
  };
}
