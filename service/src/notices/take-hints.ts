import { sql } from 'kysely';
import { type Db } from '../db/index.js';

/** How long after a hint further hints for the same grant have no effect, in seconds. */
export const hintPause = 600;
const pause = sql<Date>`now() - make_interval(secs => ${hintPause})`;

/**
 * Limits notices that are not proved: anybody who knows the address could make the service ask the provider
 * again and again. Returns the grants for which a hint may have an effect now, over all processes, and
 * records that it had one. Uses the database's clock, because the clocks of processes differ.
 */
export async function takeHints(db: Db, grantIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (grantIds.length === 0) return new Set();
  // One parameter for all ids, because there may be more grants than a statement can have parameters.
  const isOne = sql<boolean>`id = any(${grantIds}::uuid[])`;
  const rows = await db
    .updateTable('provider_grant')
    .set({ hinted_on: sql<Date>`now()` })
    // All statements lock in the same order, so that two notices about the same people do not deadlock.
    .where('id', 'in', (query) =>
      query.selectFrom('provider_grant').select('id').where(isOne).orderBy('id').forUpdate(),
    )
    .where((row) => row.or([row('hinted_on', 'is', null), row('hinted_on', '<=', pause)]))
    .returning('id')
    .execute();
  return new Set(rows.map(({ id }) => id));
}
