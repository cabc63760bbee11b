import { sql } from 'kysely';
import { type Db } from '../db/index.js';

/** How long a hint keeps further ones of its grant from having an effect, in seconds. */
export const hintPause = 600;
const pause = sql<Date>`now() - make_interval(secs => ${hintPause})`;

/**
 * Limits notices that are not proved: anybody who knows the address could have the provider asked again and again. Returns the
 * grants of which a hint may have an effect now, in all processes together, and counts it. By the database's clock, as those of
 * processes differ.
 */
export async function takeHints(db: Db, grantIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (grantIds.length === 0) return new Set();
  // As one parameter: there may be more grants than parameters.
  const isOne = sql<boolean>`id = any(${grantIds}::uuid[])`;
  const rows = await db
    .updateTable('provider_grant')
    .set({ hinted_on: sql<Date>`now()` })
    // In one order, so that two notices of the same people do not wait for each other.
    .where('id', 'in', (query) =>
      query.selectFrom('provider_grant').select('id').where(isOne).orderBy('id').forUpdate(),
    )
    .where((row) => row.or([row('hinted_on', 'is', null), row('hinted_on', '<=', pause)]))
    .returning('id')
    .execute();
  return new Set(rows.map(({ id }) => id));
}
