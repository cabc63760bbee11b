// A look after a gap of several windows: the order in which the windows are read, and how far the look has come if a limit
// ends it.
import { type Adapter, type DayWindow, hasDays, lagOf } from '../adapters/index.js';
import type { Db, Tx } from '../db/index.js';
import { addDays, dayOf } from '../work/index.js';

/** A pull as a look has found it. */
interface CaughtUp {
  readonly id: string;
  readonly resource: string;
  readonly pulled_until: string;
  /** The first day that may have changed. */
  readonly from: string;
}

/** Whether any data of today is stored. */
export const hasToday = async (db: Db, connectionId: string, now: Date): Promise<boolean> =>
  (await db
    .selectFrom('pulled_day')
    .select('date')
    .where('connection_id', '=', connectionId)
    .where('date', '>=', dayOf(now))
    .limit(1)
    .executeTakeFirst()) !== undefined;

/**
 * Puts the windows of a look, given newest first, into the order in which they are read: oldest first, so that each
 * finished window is progress that is kept. People want today most, so the newest window is second unless something of
 * today is stored. If it were first, a look that manages one window before each limit would never advance.
 */
export function inOrder(newestFirst: readonly DayWindow[], isTodayThere: boolean): readonly DayWindow[] {
  const [newest, ...others] = newestFirst;
  const [oldest, ...rest] = others.reverse();
  if (!newest || !oldest) return newestFirst;
  return isTodayThere ? [oldest, ...rest, newest] : [oldest, newest, ...rest];
}

/**
 * Records that these pulls are read up to the end of a window, so that the next look begins after it. Pulls that were
 * refused, or that a notice has set back to an earlier day, are left as they are. Returns the pulls as they are now. Their
 * connection must be locked.
 */
export async function advance<P extends CaughtUp>(
  tx: Tx,
  adapter: Adapter,
  pulls: readonly P[],
  { until: last }: DayWindow,
  now: Date,
): Promise<readonly P[]> {
  const today = dayOf(now);
  const advanced: P[] = [];
  for (const pull of pulls) {
    // The next look begins by the lag before this day.
    const next = addDays(last, 1 + lagOf(adapter, pull.resource));
    const pulled_until = next < today ? next : today;
    const isFurther =
      hasDays(adapter, pull.resource) && pull.from <= last && pulled_until > pull.pulled_until;
    const updated = isFurther
      ? await tx
          .updateTable('historical_pull')
          .set({ pulled_until })
          .where('id', '=', pull.id)
          .where('pulled_until', '=', pull.pulled_until)
          .where((row) => row.or([row('refused_until', 'is', null), row('refused_until', '<=', now)]))
          .returning('id')
          .executeTakeFirst()
      : undefined;
    advanced.push(updated ? { ...pull, pulled_until } : pull);
  }
  return advanced;
}
