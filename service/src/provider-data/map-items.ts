// Turns the provider's records into items of the interface, with ids, under the person's days.
import { type Adapter, type DayItem, type DayWindow, hasDays } from '../adapters/index.js';
import { itemId, type PulledDay } from '../pulls/index.js';

/** The owner of the items. Their ids are made from it. */
export interface Owner {
  readonly userId: string;
  readonly provider: string;
}

/**
 * The days of a resource that have items, in order. Records may come on any page and more than once: the last one with an
 * id counts. Within a day, items are ordered by time. A resource without days, such as a profile, is filed under `today`,
 * when it was read, whatever window was asked for.
 */
export function mapItems(
  adapter: Adapter,
  resource: string,
  records: Readonly<Record<string, readonly unknown[]>>,
  {
    window,
    timezone,
    owner,
    today,
  }: {
    readonly window: DayWindow;
    readonly timezone: string | null;
    readonly owner: Owner;
    readonly today: string;
  },
): readonly PulledDay[] {
  // The id is the same at each pull, even over a later connection of the account.
  const idOf = (record: string): string =>
    itemId(JSON.stringify([owner.userId, owner.provider, resource, record]));
  const items = adapter.resources[resource]?.items(records, { window, timezone }) ?? [];
  const latest = new Map(items.map((item) => [item.id, item]));
  const isDaily = hasDays(adapter, resource);
  const days = new Map<string, DayItem[]>();
  for (const item of latest.values()) {
    if (isDaily && (item.day < window.from || item.day > window.until)) continue;
    const date = isDaily ? item.day : today;
    const day = days.get(date);
    if (day) day.push(item);
    else days.set(date, [item]);
  }
  return [...days]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([date, ofDay]) => ({
      resource,
      date,
      items: ofDay.sort(byTime).map(({ id, item }) => ({ id: idOf(id), ...item })),
    }));
}

const times = ['time_start', 'bedtime_start', 'session_start', 'timestamp', 'measured_at'];

/** When an item began, in milliseconds. Items without a time are ordered by their ids. */
function timeOf({ item }: Pick<DayItem, 'item'>): number {
  for (const name of times) {
    const value = item[name];
    if (typeof value === 'string') return Date.parse(value);
  }
  return 0;
}

/** The order of items within a day. */
export const byTime = (one: Pick<DayItem, 'id' | 'item'>, other: Pick<DayItem, 'id' | 'item'>): number =>
  timeOf(one) - timeOf(other) || (one.id < other.id ? -1 : one.id > other.id ? 1 : 0);
