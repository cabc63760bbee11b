// Stores offered records: each one replaces the record with its id, and all others of its day stay.
import { isDeepStrictEqual } from 'node:util';
import { type Adapter, type DayWindow, hasDays } from '../adapters/index.js';
import { readableOf } from '../connections/index.js';
import { openDay, openedOrLogged } from '../crypto/index.js';
import type { Tx } from '../db/index.js';
import { dailyEvent, type PulledConnection, type PulledDay, lockConnection } from '../pulls/index.js';
import { addDays, after, dayOf } from '../work/index.js';
import { emitAll, type NewEvent } from '../webhooks/index.js';
import type { FetchDeps } from './ask.js';
import { isComplete } from './look.js';
import { mapItems } from './map-items.js';
import { type KnownOffer, takeOffer } from './offer-rows.js';
import { settles } from './past-offers.js';
import { replaceDays } from './replace-days.js';
import { type StoredDays, storedDays, withKept } from './stored-days.js';
import { timezoneOf } from './timezone.js';

interface Offered {
  readonly adapter: Adapter;
  readonly connection: PulledConnection;
  readonly offer: KnownOffer;
  readonly records: readonly unknown[];
  readonly now: Date;
}

/**
 * Stores an offer's records and emits their events, unless another process has fetched the offer or the connection was
 * replaced meanwhile.
 */
export async function storeOffered(
  tx: Tx,
  deps: FetchDeps,
  { adapter, connection, offer, records, now }: Offered,
): Promise<void> {
  const locked = await lockConnection(tx, connection.id);
  if (!locked || locked.grant_id !== connection.grant_id || !(await takeOffer(tx, offer))) return;
  const { user, provider, kept_from } = locked;
  const owner = { userId: user.id, provider };
  const today = dayOf(now);
  // Days that were deleted as too old would be reported as new. Tomorrow has begun for people far in the east.
  const window = { from: kept_from ?? '0000-00-00', until: addDays(today, 1) };
  const timezone = await timezoneOf(tx, user.id);
  const others = Object.fromEntries(Object.keys(adapter.collections).map((name) => [name, []]));
  const events: NewEvent[] = [];
  for (const resource of readableOf(locked)) {
    if (!adapter.resources[resource]?.from.includes(offer.collection) || !hasDays(adapter, resource))
      continue;
    const about = { window, timezone, owner, today };
    const found = mapItems(adapter, resource, { ...others, [offer.collection]: records }, about);
    const range = rangeOf(found);
    if (!range) continue;
    const { known: before, unreadable } = await daysBefore(tx, deps, connection.id, resource, {
      ...{ found, range },
      reach: adapter.resources[resource]?.moves ? movedWithin : 0,
    });
    const past = await openPast(tx, connection.id, resource, found, now);
    const judged = withKept(resource, found, before).map((day) => {
      const known = before.get(day.date);
      // The end of the past is reported by its own event at once.
      const isPast = past !== undefined && day.date <= past;
      return {
        ...day,
        known,
        isPast,
        told: known?.told === true || isPast || isComplete(day, timezone, now),
      };
    });
    const left = [...before.keys()].filter((date) => !isWithin(range, date));
    for (const window of [range, ...left.map((date) => ({ from: date, until: date }))])
      await replaceDays(
        tx,
        deps,
        connection.id,
        resource,
        window,
        judged.filter(({ date }) => isWithin(window, date)),
        unreadable,
      );
    const news = judged.filter(({ isPast, date }) => !isPast && !unreadable.has(date));
    const created = news.filter(({ told, known }) => told && known?.told !== true);
    const updated = news.filter(
      ({ items, known }) => known?.told === true && !isDeepStrictEqual(known.items, items),
    );
    if (created.length > 0) events.push(dailyEvent(connection, resource, 'created', created));
    if (updated.length > 0) events.push(dailyEvent(connection, resource, 'updated', updated));
  }
  await emitAll(deps, tx, events);
}

const rangeOf = (days: readonly PulledDay[]): DayWindow | undefined => {
  const [first, last] = [days.at(0), days.at(-1)];
  return first && last && { from: first.date, until: last.date };
};

/** How many days to each side are searched for a record that may have been moved. */
const movedWithin = 14;
const isWithin = ({ from, until }: DayWindow, date: string): boolean => date >= from && date <= until;

interface Found {
  readonly found: readonly PulledDay[];
  readonly range: DayWindow;
  /** How many days before and after `range` the found items may have been on. */
  readonly reach: number;
}

/** The known days of the found items, including days that some of the items were on before. */
async function daysBefore(
  tx: Tx,
  deps: FetchDeps,
  connectionId: string,
  resource: string,
  { found, range, reach }: Found,
): Promise<StoredDays> {
  const wide = { from: addDays(range.from, -reach), until: addDays(range.until, reach) };
  const { known, unreadable } = await storedDays(tx, deps, connectionId, resource, wide);
  const again = new Set(found.flatMap(({ items }) => items.map(({ id }) => id)));
  const those = [...known].filter(
    ([date, { items }]) => isWithin(range, date) || items.some(({ id }) => again.has(id)),
  );
  return { known: new Map(those), unreadable };
}

/**
 * The last day of a resource's past, while the past is still awaited and an event will
 * report it. If some of these days belong to the past, waits for more of them for a while.
 */
async function openPast(
  tx: Tx,
  connectionId: string,
  resource: string,
  days: readonly PulledDay[],
  now: Date,
): Promise<string | undefined> {
  const pull = await tx
    .selectFrom('historical_pull')
    .select(['id', 'pulled_from', 'range_start', 'range_end', 'past_told'])
    .where('connection_id', '=', connectionId)
    .where('resource', '=', resource)
    .where('ended_on', 'is', null)
    .executeTakeFirst();
  // Nothing of the past comes before it was asked for. It may also be refused, and then no event would report these days.
  if (!pull || pull.pulled_from === null) return undefined;
  const { id, range_start, range_end } = pull;
  if (days.some(({ date }) => date >= range_start && date < range_end))
    await tx
      .updateTable('historical_pull')
      .set({ next_attempt_at: after(now, settles) })
      .where('id', '=', id)
      .execute();
  return pull.past_told ? undefined : range_end;
}

/** How many days back to look for days that were not over yet. */
const toldWithin = 14;

/** Reports days that are over by now and for which nothing more was offered since. The connection must be locked. */
export async function tellComplete(
  tx: Tx,
  deps: FetchDeps,
  connection: PulledConnection,
  now: Date,
): Promise<void> {
  const rows = await tx
    .selectFrom('pulled_day')
    .select(['connection_id', 'resource', 'date', 'sealed_items', 'unsealed_items'])
    .where('connection_id', '=', connection.id)
    .where('date', '>=', addDays(dayOf(now), -toldWithin))
    .where('told', '=', false)
    .orderBy('resource')
    .orderBy('date')
    .execute();
  const timezone = await timezoneOf(tx, connection.user.id);
  const complete = rows
    .flatMap((row) => readable(deps, row) ?? [])
    .filter((day) => isComplete(day, timezone, now));
  const resources = readableOf(connection);
  for (const { resource, date } of complete)
    await tx
      .updateTable('pulled_day')
      .set({ told: true })
      .where('connection_id', '=', connection.id)
      .where('resource', '=', resource)
      .where('date', '=', date)
      .execute();
  await emitAll(
    deps,
    tx,
    resources.flatMap((resource) => {
      const days = complete.filter((day) => day.resource === resource);
      return days.length > 0 ? dailyEvent(connection, resource, 'created', days) : [];
    }),
  );
}

/** A day, unless it cannot be decrypted: then it is not reported, and the others are. */
function readable({ secrets, log }: FetchDeps, row: Parameters<typeof openDay>[1]): PulledDay | undefined {
  const { connection_id, resource, date } = row;
  const items = openedOrLogged(log, { row_id: connection_id, resource, date }, 'a stored day', () =>
    openDay(secrets, row),
  );
  return items && { resource, date, items };
}
