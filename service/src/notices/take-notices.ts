import { sql } from 'kysely';
import type { Adapter, Notice } from '../adapters/index.js';
import { transact } from '../db/index.js';
import type { Deps } from '../deps.js';
import { endGrants } from '../grants/index.js';
import { dayOf } from '../work/index.js';
import { lateDaysOf, readAgainFrom } from './late-days.js';
import { withOwnOffers } from './own-offers.js';
import { takeHints } from './take-hints.js';
import { takeOffers } from './take-offers.js';

export type NoticeDeps = Pick<
  Deps,
  'db' | 'clock' | 'jobs' | 'secrets' | 'publicUrl' | 'activity' | 'providerSettings' | 'log'
>;

/** What one delivery of notices reports. */
export interface Received {
  readonly adapter: Adapter;
  /** The name of the team's own application; null for the service's application. */
  readonly application: string | null;
  readonly changed: readonly Notice[];
  /** The accounts at the provider whose access has ended. */
  readonly ended: ReadonlySet<string>;
  /** Whether it is proved that the provider has sent this. */
  readonly isProved: boolean;
}

/** Makes the changed grants be looked at now, and ends the grants whose access has ended. `now` is real time. */
export async function takeNotices(
  deps: NoticeDeps,
  { adapter, application, changed: told, ended, isProved }: Received,
  now: Date,
): Promise<void> {
  const { slug: provider } = adapter;
  const changed = adapter.comesByOffers ? await withOwnOffers(deps, adapter, told) : told;
  const accounts = [...new Set([...changed.map(({ account }) => account), ...ended])];
  if (accounts.length === 0) return;
  const grants = await deps.db
    .selectFrom('provider_grant')
    .select(['id', 'account'])
    .where('provider', '=', provider)
    .where('application', '=', application ?? '')
    // One array parameter, because there may be more people than a statement may have parameters.
    .where('account', '=', sql<string>`any(${accounts}::text[])`)
    .where('status', '=', 'live')
    // All statements lock in the same order, so that two notices about the same people do not deadlock.
    .orderBy('id')
    .execute();
  for (const { id } of grants) deps.activity.count({ id, provider }, 'notice');
  const over = grants.filter(({ account }) => ended.has(account)).map(({ id }) => id);
  const changedGrants = grants.filter(({ account }) => !ended.has(account));
  const ids = changedGrants.map(({ id }) => id);
  // Data that comes by offers is not found by a look, so a hint must not be dropped here.
  if (adapter.comesByOffers) {
    await transact(deps.db, (tx) => endGrants(tx, deps, over));
    await takeOffers(deps, changedGrants, changed, { isProved, now });
    return;
  }
  const due = isProved ? ids : [...(await takeHints(deps.db, ids))];
  const today = dayOf(now);
  const lateDays = lateDaysOf(adapter, changed, today);
  // Also if a hint has no effect now: the next look reads these days.
  const late = changedGrants.filter(({ account }) => lateDays.has(account));
  if (over.length + due.length + late.length === 0) return;
  await transact(deps.db, async (tx) => {
    await endGrants(tx, deps, over);
    for (const { id, account } of late)
      await readAgainFrom(tx, adapter, id, lateDays.get(account) ?? new Map(), today);
    if (due.length === 0) return;
    await tx
      .updateTable('connection')
      // This process's clock, in whole milliseconds, because the value is later compared with what a process has read. The
      // database has microseconds.
      .set({ next_pull_at: now })
      .where('grant_id', 'in', due)
      .where('status', '=', 'connected')
      // A connection that is due already waits for its turn. A connection that is being looked at now is looked at once
      // more.
      .where((row) =>
        row.or([row('next_pull_at', '>', now), row('pull_until', '>', sql<Date>`clock_timestamp()`)]),
      )
      .execute();
  });
}
