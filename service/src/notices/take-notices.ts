import { sql } from 'kysely';
import { transact } from '../db/index.js';
import type { Deps } from '../deps.js';
import { endGrants } from '../grants/index.js';
import { takeHints } from './take-hints.js';

export type NoticeDeps = Pick<Deps, 'db' | 'clock' | 'jobs' | 'secrets' | 'publicUrl' | 'activity'>;

/** What notices tell together, by the accounts at the provider. */
export interface Told {
  readonly provider: string;
  /** The name of the team's own application; null for the service's. */
  readonly application: string | null;
  readonly changed: ReadonlySet<string>;
  readonly ended: ReadonlySet<string>;
  /** Whether it is certain that the provider tells it. */
  readonly isProved: boolean;
}

/** Has the grants of these accounts looked at now, and ends those that were ended. `now` is real time. */
export async function takeNotices(
  deps: NoticeDeps,
  { provider, application, changed, ended, isProved }: Told,
  now: Date,
): Promise<void> {
  const accounts = [...changed, ...ended];
  if (accounts.length === 0) return;
  const grants = await deps.db
    .selectFrom('provider_grant')
    .select(['id', 'account'])
    .where('provider', '=', provider)
    .where('application', '=', application ?? '')
    .where('account', 'in', accounts)
    .where('status', '=', 'live')
    .execute();
  for (const { id } of grants) deps.activity.count({ id, provider }, 'notice');
  const over = grants.filter(({ account }) => ended.has(account)).map(({ id }) => id);
  const changedGrants = grants.filter(({ account }) => !ended.has(account)).map(({ id }) => id);
  const due = isProved ? changedGrants : [...(await takeHints(deps.db, changedGrants))];
  if (over.length + due.length === 0) return;
  await transact(deps.db, async (tx) => {
    await endGrants(tx, deps, over);
    if (due.length === 0) return;
    await tx
      .updateTable('connection')
      // Of this process, in whole milliseconds: it is compared with what was read of it, and the database has microseconds.
      .set({ next_pull_at: now })
      .where('grant_id', 'in', due)
      .where('status', '=', 'connected')
      // One that is due waits for its turn already. One that is being looked at is looked at anew.
      .where((row) =>
        row.or([row('next_pull_at', '>', now), row('pull_until', '>', sql<Date>`clock_timestamp()`)]),
      )
      .execute();
  });
}
