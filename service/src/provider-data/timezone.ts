import { type Adapter, hasDays } from '../adapters/index.js';
import type { Db, Tx } from '../db/index.js';

/** The person's time zone, from the team or a provider; null if it is not known. */
export async function timezoneOf(db: Db | Tx, userId: string): Promise<string | null> {
  const user = await db
    .selectFrom('app_user')
    .select('fallback_time_zone')
    .where('id', '=', userId)
    .executeTakeFirst();
  return user?.fallback_time_zone?.id ?? null;
}

/** Puts resources without days first: a profile may give the time zone that the days of the same answer need. */
export const profileFirst = <P extends { readonly resource: string }>(
  adapter: Adapter,
  pulls: readonly P[],
): readonly P[] =>
  pulls.toSorted(
    (one, other) => Number(hasDays(adapter, one.resource)) - Number(hasDays(adapter, other.resource)),
  );
