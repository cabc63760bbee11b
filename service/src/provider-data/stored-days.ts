// The stored days of a resource.
import { type Adapter, type DayWindow, forgets, hasDays } from '../adapters/index.js';
import { createOpener, openDay, placeOfDay } from '../crypto/index.js';
import type { Tx } from '../db/index.js';
import type { Deps } from '../deps.js';
import type { PulledDay } from '../pulls/index.js';
import type { FetchedResource } from './fetch-window.js';
import { byTime } from './map-items.js';

export interface KnownDay {
  readonly told: boolean;
  readonly items: PulledDay['items'];
}

export interface StoredDays {
  /** The days that can be read, by date. */
  readonly known: ReadonlyMap<string, KnownDay>;
  /** The dates of the others. What they hold is not known, so they stay as they are. */
  readonly unreadable: ReadonlySet<string>;
}

/** The stored days of a window. */
export async function storedDays(
  tx: Tx,
  { secrets, log }: Pick<Deps, 'secrets' | 'log'>,
  connectionId: string,
  resource: string,
  { from, until }: DayWindow,
): Promise<StoredDays> {
  const rows = await tx
    .selectFrom('pulled_day')
    .select(['connection_id', 'resource', 'date', 'sealed_items', 'unsealed_items', 'told'])
    .where('connection_id', '=', connectionId)
    .where('resource', '=', resource)
    .where('date', '>=', from)
    .where('date', '<=', until)
    .execute();
  const opener = createOpener({ log });
  const known = new Map<string, KnownDay>();
  const unreadable = new Set<string>();
  for (const row of rows) {
    const items = opener.opened('pulled_day', placeOfDay(row), () => openDay(secrets, row));
    if (items) known.set(row.date, { told: row.told, items });
    else unreadable.add(row.date);
  }
  return { known, unreadable };
}

/** Whether the found items of a resource are complete, so that no known item has to be kept. */
export const isWhole = (adapter: Adapter, resource: string, { lacks, leftOut }: FetchedResource): boolean =>
  !lacks && !leftOut && !forgets(adapter, resource);

/** The days of a resource that replace the known ones. Items and fields that could not be read stay as they are. */
export function daysToStore(
  adapter: Adapter,
  resource: string,
  { lacks, leftOut }: FetchedResource,
  found: readonly PulledDay[],
  known: ReadonlyMap<string, KnownDay>,
): readonly PulledDay[] {
  const complete = lacks || leftOut ? withKnownFields(found, known) : found;
  const keeps = forgets(adapter, resource) || (leftOut && hasDays(adapter, resource));
  return keeps ? withKept(resource, complete, known) : complete;
}

/** The found days. Fields that were not found this time are filled in from the known items. */
function withKnownFields(
  found: readonly PulledDay[],
  known: ReadonlyMap<string, KnownDay>,
): readonly PulledDay[] {
  const before = new Map([...known.values()].flatMap(({ items }) => items.map((item) => [item.id, item])));
  return found.map((day) => ({
    ...day,
    items: day.items.map((item) => ({ ...filled(item, before.get(item.id) ?? {}), id: item.id })),
  }));
}

type Fields = Readonly<Record<string, unknown>>;
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const filled = (fields: Fields, before: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => {
      const known = before[name];
      return [name, isFields(value) && isFields(known) ? filled(value, known) : (value ?? known ?? null)];
    }),
  );

/**
 * The found days of a resource together with the known ones. If a found and a known item have the same id, the found one
 * counts.
 */
export function withKept(
  resource: string,
  found: readonly PulledDay[],
  known: ReadonlyMap<string, KnownDay>,
): readonly PulledDay[] {
  // An item may be on another day now.
  const again = new Set(found.flatMap(({ items }) => items.map(({ id }) => id)));
  const days = new Map(
    [...known].map(([date, { items }]) => [date, items.filter(({ id }) => !again.has(id))]),
  );
  for (const { date, items } of found) {
    const all = [...(days.get(date) ?? []), ...items];
    const sorted = all.map((item) => ({ id: item.id, item })).sort(byTime);
    days.set(
      date,
      sorted.map(({ item }) => item),
    );
  }
  return [...days].flatMap(([date, items]) => (items.length > 0 ? [{ resource, date, items }] : []));
}
