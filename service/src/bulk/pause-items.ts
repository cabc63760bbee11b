import type { BulkOutcome, Tx } from '../db/index.js';
import type { Deps } from '../deps.js';
import type { Item } from './items.js';
import type { OperationRow } from './list.js';

/** Pauses connections. Linking or importing replaces a paused connection by an active one. */
export async function pauseItems(
  _deps: Deps,
  tx: Tx,
  { team_id, provider }: OperationRow,
  items: readonly Item[],
): Promise<BulkOutcome> {
  const rows = await tx
    .updateTable('connection')
    .set({ status: 'paused' })
    .where('team_id', '=', team_id)
    .where('provider', '=', provider)
    .where(
      'user_id',
      'in',
      items.map(({ userId }) => userId),
    )
    .returning('user_id')
    .execute();
  const paused = new Set(rows.map(({ user_id }) => user_id));
  const isDone = ({ userId, repeated }: Item): boolean => paused.has(userId) && !repeated;
  return {
    done: items.filter(isDone).map(({ userId }) => userId),
    failed: items.filter((item) => !isDone(item)).map(({ userId }) => userId),
  };
}
