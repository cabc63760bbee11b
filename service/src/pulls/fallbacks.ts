import { calendarDate, timeZone } from 'svc-link/contract';
import * as z from 'zod/mini';
import type { Tx } from '../db/index.js';
import type { PulledConnection } from './connection.js';
import type { PulledDay } from './store-days.js';

/** Of a profile, what may stand in for what the team did not say. What is no day and no zone is passed over. */
const Profile = z.looseObject({
  birth_date: z.catch(z.nullish(calendarDate), null),
  time_zone: z.catch(z.nullish(timeZone), null),
});

/**
 * Takes the birth date and the time zone out of a profile among the days, if the team did not say them itself
 * (spec 2.5). A later profile takes the place of an earlier one.
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

/** The source of what the team said itself. */
export const manual = 'manual';
