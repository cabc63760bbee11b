import type { Tx } from '../db/index.js';

/** How many webhooks one transaction changes. */
const mostAtOnce = 500;

/** Deletes replaced secrets that sign nothing any more at `now`. Returns whether there may be more. */
export async function pruneSecrets(tx: Tx, now: Date): Promise<boolean> {
  const over = tx
    .selectFrom('webhook')
    .select('id')
    .where('old_secret_until', '<=', now)
    .limit(mostAtOnce)
    .forUpdate()
    .skipLocked();
  const { numUpdatedRows } = await tx
    .updateTable('webhook')
    .set({ old_secret: null, old_secret_until: null })
    .where('id', 'in', over)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows) === mostAtOnce;
}
