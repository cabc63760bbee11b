// A look after a gap of several windows: in which order they are read, and how far it has come if a limit ends it.
import { type Adapter, type DayWindow, hasDays, lagOf } from '../adapters/index.js';
import type { Db, Tx } from '../db/index.js';
import { addDays, dayOf } from '../work/index.js';

/** A pull as a look found it. */
interface CaughtUp {
  readonly id: string;
  readonly resource: string;
  readonly pulled_until: string;
  /** The first day that may have changed. */
  readonly from: string;
}

/** Whether anything of today is stored. */
export const hasToday = async (db: Db, connectionId: string, now: Date): Promise<boolean> =>
  (await db
    .selectFrom('pulled_day')
    .select('date')
    .where('connection_id', '=', connectionId)
    .where('date', '>=', dayOf(now))
    .limit(1)
    .executeTakeFirst()) !== undefined;

/**
 * The windows of a look, which are given newest first, in the order in which they are read: the oldest first, so that each is a step
 * that is not taken again. People want today most: the newest window is the second, unless something of today is there. Were
 * it the first, a look that gets through one window before each limit would never go on.
 */
export function inOrder(newestFirst: readonly DayWindow[], isTodayThere: boolean): readonly DayWindow[] {
  const [newest, ...others] = newestFirst;
  const [oldest, ...rest] = others.reverse();
  if (!newest || !oldest) return newestFirst;
  return isTodayThere ? [oldest, ...rest, newest] : [oldest, newest, ...rest];
}

/**
 * Records that these pulls are read up to the end of a window, so that the next look begins after it. Not of what was refused, nor of
 * what a notice wants to be read from an earlier day. Returns the pulls as they are now. Their connection is locked.
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
    // A look goes back by the lag from here.
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
