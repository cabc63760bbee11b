import { sql } from 'kysely';
import type { Tx } from '../db/index.js';
import type { Retention } from '../retention/index.js';

/** How many entries one sweep deletes. The limit keeps transactions short. */
const mostAtOnce = 5000;

/**
 * Deletes entries that are too old. This goes by real time, because the database itself refuses to delete others. Returns whether
 * there may be more.
 */
export async function pruneAudit(tx: Tx, _now: Date, { audit }: Retention): Promise<boolean> {
  const oldest = tx.selectFrom('audit_entry').select('id').orderBy('id').limit(mostAtOnce);
  const { numDeletedRows } = await tx
    .deleteFrom('audit_entry')
    .where('id', 'in', oldest)
    .where('at', '<', sql<Date>`now() - make_interval(days => ${audit})`)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows) === mostAtOnce;
}
