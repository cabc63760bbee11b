// What the provider's records are in the interface: items with ids, under the person's days.
import { createHash } from 'node:crypto';
import type { Adapter, DayItem, DayWindow } from '../adapters/index.js';
import type { PulledDay } from '../pulls/index.js';

/** Whose items they are: their ids are made from it. */
export interface Owner {
  readonly userId: string;
  readonly provider: string;
}

/**
 * The days of a resource that have something, in order. Records may come on any page and more than once: the last of an id
 * counts, and the order within a day is that of time.
 */
export function mapItems(
  adapter: Adapter,
  resource: string,
  records: Readonly<Record<string, readonly unknown[]>>,
  {
    window,
    timezone,
    owner,
  }: { readonly window: DayWindow; readonly timezone: string | null; readonly owner: Owner },
): readonly PulledDay[] {
  const items = adapter.resources[resource]?.items(records, { window, timezone }) ?? [];
  const latest = new Map(items.map((item) => [item.id, item]));
  const days = new Map<string, DayItem[]>();
  for (const item of latest.values()) {
    if (item.day < window.from || item.day > window.until) continue;
    const day = days.get(item.day);
    if (day) day.push(item);
    else days.set(item.day, [item]);
  }
  return [...days]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([date, ofDay]) => ({
      resource,
      date,
      items: ofDay.sort(byTime).map(({ id, item }) => ({ id: itemId(owner, resource, id), ...item })),
    }));
}

/** The same at each pull, and over a later connection of the account. A UUID of version 8, which may hold any bits (RFC 9562). */
function itemId({ userId, provider }: Owner, resource: string, record: string): string {
  const bytes = createHash('sha256')
    .update(JSON.stringify([userId, provider, resource, record]))
    .digest();
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return bytes.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

const times = ['time_start', 'bedtime_start', 'session_start', 'timestamp', 'measured_at'];

/** When an item began, in milliseconds; without a time they go by their ids. */
function timeOf({ item }: DayItem): number {
  for (const name of times) {
    const value = item[name];
    if (typeof value === 'string') return Date.parse(value);
  }
  return 0;
}

const byTime = (one: DayItem, other: DayItem): number =>
  timeOf(one) - timeOf(other) || (one.id < other.id ? -1 : one.id > other.id ? 1 : 0);
