// Days that notices name and that no look would read again by itself, because a device held the data for long.
import { type Adapter, hasDays, lagOf, type Notice } from '../adapters/index.js';
import type { Tx } from '../db/index.js';
import { addDays } from '../work/index.js';

/** How many days back notices are followed: the same as for past data. */
const mostBack = 90;

/** By account: the first day that notices name for each resource. */
export type LateDays = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** The days that notices name, without the days that each look reads again anyway. */
export function lateDaysOf(adapter: Adapter, notices: readonly Notice[], today: string): LateDays {
  const accounts = new Map<string, Map<string, string>>();
  for (const { account, resources = Object.keys(adapter.resources), from } of notices) {
    if (from === undefined) continue;
    for (const resource of resources) {
      if (!hasDays(adapter, resource) || from >= addDays(today, -lagOf(adapter, resource))) continue;
      const days = accounts.get(account) ?? new Map<string, string>();
      const known = days.get(resource);
      accounts.set(account, days.set(resource, known !== undefined && known < from ? known : from));
    }
  }
  return accounts;
}

/** Makes the next look of a grant's connections begin with these days, as far as their past data reaches and is kept. */
export async function readAgainFrom(
  tx: Tx,
  adapter: Adapter,
  grantId: string,
  days: ReadonlyMap<string, string>,
  today: string,
): Promise<void> {
  const pulls = await tx
    .selectFrom('historical_pull as pull')
    .innerJoin('connection', 'connection.id', 'pull.connection_id')
    .select(['pull.id', 'pull.resource', 'pull.range_start', 'connection.kept_from'])
    .where('connection.grant_id', '=', grantId)
    .where('pull.resource', 'in', [...days.keys()])
    .where('pull.ended_on', 'is not', null)
    // Storing what a look has found takes this lock too.
    .forUpdate('connection')
    .execute();
  for (const { id, resource, range_start, kept_from } of pulls) {
    const named = days.get(resource);
    if (named === undefined) continue;
    const first = [named, range_start, kept_from ?? '', addDays(today, -mostBack)].sort().at(-1) ?? named;
    // The next look begins by the lag before this day.
    const until = addDays(first, lagOf(adapter, resource));
    await tx
      .updateTable('historical_pull')
      .set({ pulled_until: until })
      .where('id', '=', id)
      .where('pulled_until', '>', until)
      .execute();
  }
}
