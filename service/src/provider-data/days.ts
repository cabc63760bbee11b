// New days of a connection, and what the provider has changed in the last days (spec 6).
import { isDeepStrictEqual } from 'node:util';
import {
  type Adapter,
  daysInWindow,
  type DayWindow,
  type Failure,
  hasDays,
  lagOf,
} from '../adapters/index.js';
import { readableOf } from '../connections/index.js';
import { type Db, transact, type Tx } from '../db/index.js';
import { emitAll, type NewEvent } from '../webhooks/index.js';
import {
  dailyEvent,
  lockConnection,
  type PulledConnection,
  readConnection,
  takeFallbacks,
} from '../pulls/index.js';
import { addDays, after, dayOf } from '../work/index.js';
import type { FetchDeps } from './ask.js';
import { advance, hasToday, inOrder } from './catch-up.js';
import { fetchWindow, type FetchedWindow } from './fetch-window.js';
import { fittingDays } from './fitting.js';
import { type AskedPull, forgetRefusal, judgeRefused } from './judge-refused.js';
import { isComplete, putOffLook, setNext } from './look.js';
import { mapItems } from './map-items.js';
import { stepOffers } from './offers.js';
import { asTold, everyDay, replaceDays } from './replace-days.js';
import { daysToStore, storedDays } from './stored-days.js';
import { profileFirst, timezoneOf } from './timezone.js';
import { misreadWaits, refusedWait, waitAfter } from './waits.js';
import { windowsOf } from './windows.js';

/** Seconds between two looks for new data of a connection. */
const secondsBetween = 3600;

interface DayPull extends AskedPull {
  readonly id: string;
  readonly pulled_until: string;
  /** The first day that may have changed. */
  readonly from: string;
}

/** Fetches and stores a connection's new data, if that is due. Returns whether it was due. `now` is real time. */
export async function stepDays(
  deps: FetchDeps,
  adapter: Adapter,
  connectionId: string,
  now: Date,
): Promise<boolean> {
  const connection = await readConnection(deps.db, connectionId);
  if (!connection?.next_pull_at || connection.next_pull_at > now) return false;
  if (adapter.comesByOffers) return stepOffers(deps, adapter, connection, now);
  let pulls = await pullsOf(deps.db, adapter, connection, now);
  const windows = dueWindows(adapter, pulls, fittingDays(connectionId), now);
  const [newest] = windows;
  const isLong = windows.length > 1;
  const refusals = new Map<string, Failure>();
  try {
    for (const window of inOrder(windows, isLong && (await hasToday(deps.db, connectionId, now)))) {
      let rest: DayWindow | undefined = window;
      while (rest) {
        const asked: DayWindow = rest;
        const due = pulls.filter(({ from }) => from <= asked.until);
        const about = { window: asked, resources: due, now };
        const fetched = await fetchWindow(deps, adapter, connection, 'days', about);
        rest =
          fetched.window.from > asked.from
            ? { from: asked.from, until: addDays(fetched.window.from, -1) }
            : undefined;
        const isRead = rest === undefined && window !== newest;
        const stored: readonly DayPull[] | undefined = await transact(deps.db, async (tx) => {
          if (!(await storeNews(tx, deps, { adapter, connection, pulls: due, fetched, now }))) return;
          return isRead ? advance(tx, adapter, pulls, window, now) : pulls;
        });
        if (!stored) return true;
        for (const [resource, { refused }] of fetched.resources) if (refused) refusals.set(resource, refused);
        pulls = stored;
      }
    }
    await judgeRefused(deps, adapter, connection, { pulls, refusals, now });
    await transact(deps.db, (tx) => endLook(tx, connection, pulls, now));
    return true;
  } catch (error) {
    await putOffLook(deps, connection, error, now);
    return false;
  }
}

/** The pulls of new days: their past is complete, they were not refused lately, and their resource is still granted. */
async function pullsOf(
  db: Db,
  adapter: Adapter,
  connection: PulledConnection,
  now: Date,
): Promise<readonly DayPull[]> {
  const rows = await db
    .selectFrom('historical_pull')
    .select(['id', 'resource', 'pulled_until', 'refused_until'])
    .where('connection_id', '=', connection.id)
    .where('ended_on', 'is not', null)
    .where('pulled_until', 'is not', null)
    .where((row) => row.or([row('refused_until', 'is', null), row('refused_until', '<=', now)]))
    .orderBy('resource')
    .execute();
  const today = dayOf(now);
  const readable = readableOf(connection);
  return rows.flatMap(({ pulled_until, ...row }) =>
    pulled_until === null ||
    !readable.includes(row.resource) ||
    (!hasDays(adapter, row.resource) && pulled_until >= today)
      ? []
      : { ...row, pulled_until, from: firstOf(adapter, row.resource, pulled_until, connection, today) },
  );
}

/**
 * The first day that may have changed since the resource was read, even if that is long ago, but not before the days that
 * are kept.
 */
function firstOf(
  adapter: Adapter,
  resource: string,
  until: string,
  { kept_from }: PulledConnection,
  today: string,
): string {
  // A resource without days is read as it is now.
  if (!hasDays(adapter, resource)) return today;
  const first = addDays(until < today ? until : today, -lagOf(adapter, resource));
  // Deleted days are not asked for again: they would be reported as new.
  return kept_from !== null && kept_from > first ? kept_from : first;
}

/**
 * The windows from the first day that may have changed to tomorrow, which has begun for people far in the east. All
 * resources share them, so that a collection is fetched once. No window is longer than `most` days.
 */
function dueWindows(
  adapter: Adapter,
  pulls: readonly DayPull[],
  most: number,
  now: Date,
): readonly DayWindow[] {
  const [from] = pulls.map((pull) => pull.from).sort();
  if (from === undefined) return [];
  const days = Math.min(most, ...pulls.map(({ resource }) => daysInWindow(adapter, resource)));
  return windowsOf({ from, until: addDays(dayOf(now), 1) }, days);
}

interface News {
  readonly adapter: Adapter;
  readonly connection: PulledConnection;
  readonly pulls: readonly DayPull[];
  readonly fetched: FetchedWindow;
  readonly now: Date;
}

/** Stores a window and emits its events, unless the connection was replaced meanwhile. */
async function storeNews(
  tx: Tx,
  deps: FetchDeps,
  { adapter, connection, pulls, fetched, now }: News,
): Promise<boolean> {
  const locked = await lockConnection(tx, connection.id);
  if (!locked || locked.grant_id !== connection.grant_id) return false;
  if (locked.next_pull_at?.getTime() !== connection.next_pull_at?.getTime()) return false;
  const owner = { userId: connection.user.id, provider: connection.provider };
  const { records, resources } = fetched;
  const events: NewEvent[] = [];
  for (const { id, resource } of profileFirst(adapter, pulls)) {
    const of = resources.get(resource);
    if (of?.refused) {
      const isMisread = of.refused.kind === 'schema';
      await tx
        .updateTable('historical_pull')
        .set({
          refused_until: after(now, isMisread ? waitAfter(misreadWaits, 1) : refusedWait),
          ...(isMisread && { misread_by: deps.version }),
        })
        .where('id', '=', id)
        .execute();
      continue;
    }
    if (!of?.window) continue;
    await forgetRefusal(tx, id, now);
    const { window } = of;
    const timezone = await timezoneOf(tx, connection.user.id);
    const found = mapItems(adapter, resource, records, { window, timezone, owner, today: dayOf(now) });
    const range = hasDays(adapter, resource) ? window : everyDay;
    const { known: before, unreadable } = await storedDays(tx, deps, connection.id, resource, range);
    const days = daysToStore(adapter, resource, of, found, before).filter(
      ({ date }) => !unreadable.has(date),
    );
    if (!hasDays(adapter, resource)) {
      await replaceDays(tx, deps, connection.id, resource, range, days.map(asTold), unreadable);
      await takeFallbacks(tx, connection, days, now);
      continue;
    }
    const judged = days.map((day) => {
      const known = before.get(day.date);
      return { ...day, known, told: known?.told === true || isComplete(day, timezone, now) };
    });
    await replaceDays(tx, deps, connection.id, resource, window, judged, unreadable);
    const created = judged.filter(({ told, known }) => told && known?.told !== true);
    const updated = judged.filter(
      ({ items, known }) => known?.told === true && !isDeepStrictEqual(known.items, items),
    );
    if (created.length > 0) events.push(dailyEvent(connection, resource, 'created', created));
    if (updated.length > 0) events.push(dailyEvent(connection, resource, 'updated', updated));
  }
  await emitAll(deps, tx, events);
  return true;
}

/**
 * Records that everything up to today was read, and sets the next look. Pulls that a notice has set back to an earlier day
 * are left as they are.
 */
async function endLook(
  tx: Tx,
  connection: PulledConnection,
  pulls: readonly DayPull[],
  now: Date,
): Promise<void> {
  await setNext(tx, connection, after(now, secondsBetween));
  if (pulls.length > 0)
    await tx
      .updateTable('historical_pull')
      .set({ pulled_until: dayOf(now) })
      .where((row) => row.or(pulls.map(({ id, pulled_until }) => row.and({ id, pulled_until }))))
      .where((row) => row.or([row('refused_until', 'is', null), row('refused_until', '<=', now)]))
      .execute();
}
