import { setTimeout as pause } from 'node:timers/promises';
import type { BulkOutcome } from '../db/index.js';
import type { Deps } from '../deps.js';

/** How long a request waits for an operation, in milliseconds (spec 8). */
const longest = 20_000;
/** Between two looks, in milliseconds: another process may do the work, so that only the row tells. */
const shortestPause = 20;
const longestPause = 250;

/** What became of an operation that keeps its outcome; null where it does not end in time, or the service stops. */
export async function waitForOutcome(
  { db, stopping, wait }: Pick<Deps, 'db' | 'stopping' | 'wait'>,
  id: string,
  left: AbortSignal,
): Promise<BulkOutcome | null> {
  const over = new AbortController();
  const end = (): void => over.abort();
  void wait(longest).then(end);
  for (const signal of [stopping, left]) signal.addEventListener('abort', end, { once: true });
  try {
    for (let next = shortestPause; !over.signal.aborted; next = Math.min(next * 2, longestPause)) {
      const operation = await db
        .selectFrom('bulk_operation')
        .select('status')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      if (operation.status !== 'in_progress') return await readOutcome(db, id);
      await pause(next, undefined, { signal: over.signal }).catch(() => undefined);
    }
    return null;
  } finally {
    for (const signal of [stopping, left]) signal.removeEventListener('abort', end);
  }
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
