import { sql } from 'kysely';
import type { Tx } from '../db/index.js';
import type { Retention } from '../retention/index.js';

/** How many one sweep deletes, which keeps transactions short. */
const mostAtOnce = 5000;

/** Deletes entries whose time is over: by real time, as the database itself refuses any other. Returns whether there may be more. */
export async function pruneAudit(tx: Tx, _now: Date, { audit }: Retention): Promise<boolean> {
  const oldest = tx.selectFrom('audit_entry').select('id').orderBy('id').limit(mostAtOnce);
  const { numDeletedRows } = await tx
    .deleteFrom('audit_entry')
    .where('id', 'in', oldest)
    .where('at', '<', sql<Date>`now() - make_interval(days => ${audit})`)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows) === mostAtOnce;
}
