import type { Db, Tx } from '../db/index.js';

/** The person's time zone, as the team or a provider gave it; null if it is not known. */
export async function timezoneOf(db: Db | Tx, userId: string): Promise<string | null> {
  const user = await db
    .selectFrom('app_user')
    .select('fallback_time_zone')
    .where('id', '=', userId)
    .executeTakeFirst();
  return user?.fallback_time_zone?.id ?? null;
}
