import { calendarDate, timeZone } from 'svc-link/contract';
import * as z from 'zod/mini';
import type { Tx } from '../db/index.js';
import type { PulledConnection } from './connection.js';
import type { PulledDay } from './store-days.js';

/** The fields of a profile that may be used as fallbacks. A value that is no date or no time zone is ignored. */
const Profile = z.looseObject({
  birth_date: z.catch(z.nullish(calendarDate), null),
  time_zone: z.catch(z.nullish(timeZone), null),
});

/**
 * Stores the birth date and the time zone from a profile among `days` as the user's fallbacks, unless the team set them
 * itself (spec 2.5). A later profile replaces an earlier one.
 */
export async function takeFallbacks(
  tx: Tx,
  { provider, user }: PulledConnection,
  days: readonly PulledDay[],
  now: Date,
): Promise<void> {
  const profile = Profile.safeParse(days.findLast(({ resource }) => resource === 'profile')?.items[0]);
  if (!profile.success) return;
  const { birth_date, time_zone } = profile.data;
  const before = await tx
    .selectFrom('app_user')
    .select(['fallback_birth_date', 'fallback_time_zone'])
    .where('id', '=', user.id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const source = { source_slug: provider, updated_at: now.toISOString() };
  const taken = {
    ...(birth_date != null &&
      before.fallback_birth_date?.source_slug !== manual && {
        fallback_birth_date: JSON.stringify({ value: birth_date, ...source }),
      }),
    ...(time_zone != null &&
      before.fallback_time_zone?.source_slug !== manual && {
        fallback_time_zone: JSON.stringify({ id: time_zone, ...source }),
      }),
  };
  if (Object.keys(taken).length === 0) return;
  await tx.updateTable('app_user').set(taken).where('id', '=', user.id).execute();
}

/** The source of fallbacks that the team set itself. */
export const manual = 'manual';
