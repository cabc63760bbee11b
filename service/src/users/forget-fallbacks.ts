import { sql } from 'kysely';
import { rowsOf, type Tx } from '../db/index.js';

/**
 * Deletes the birth date and the time zone that came over connections which have ended in this transaction. Values from the team
 * itself or from another provider stay.
 */
export async function forgetFallbacks(
  tx: Tx,
  ended: readonly { readonly user_id: string; readonly provider: string }[],
): Promise<void> {
  if (ended.length === 0) return;
  const given = rowsOf(
    ended.map(({ user_id, provider }) => ({ user_id, provider })),
    { user_id: 'uuid', provider: 'text' },
  );
  for (const name of ['fallback_birth_date', 'fallback_time_zone'] as const)
    await sql`update app_user set ${sql.ref(name)} = null from ${given}
      where app_user.id = given.user_id and ${sql.ref(name)} ->> 'source_slug' = given.provider`.execute(tx);
}
