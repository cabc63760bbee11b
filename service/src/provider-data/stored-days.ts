// The days that are stored of a resource.
import type { DayWindow } from '../adapters/index.js';
import { openDay } from '../crypto/index.js';
import type { Tx } from '../db/index.js';
import type { Deps } from '../deps.js';
import type { PulledDay } from '../pulls/index.js';
import { byTime } from './map-items.js';

export interface KnownDay {
  readonly told: boolean;
  readonly items: PulledDay['items'];
}

/** By their dates. */
export async function storedDays(
  tx: Tx,
  { secrets }: Pick<Deps, 'secrets'>,
  connectionId: string,
  resource: string,
  { from, until }: DayWindow,
): Promise<ReadonlyMap<string, KnownDay>> {
  const rows = await tx
    .selectFrom('pulled_day')
    .select(['connection_id', 'resource', 'date', 'sealed_items', 'unsealed_items', 'told'])
    .where('connection_id', '=', connectionId)
    .where('resource', '=', resource)
    .where('date', '>=', from)
    .where('date', '<=', until)
    .execute();
  return new Map(rows.map((row) => [row.date, { told: row.told, items: openDay(secrets, row) }]));
}

/**
 * What was found of a resource together with what is known of these days already: of two items with one id that which was found
 * counts. For providers that only have what is newest.
 */
export function withKept(
  resource: string,
  found: readonly PulledDay[],
  known: ReadonlyMap<string, KnownDay>,
): readonly PulledDay[] {
  const days = new Map([...known].map(([date, { items }]) => [date, items]));
  for (const { date, items } of found) {
    const all = new Map([...(days.get(date) ?? []), ...items].map((item) => [item.id, item]));
    const sorted = [...all].map(([id, item]) => ({ id, item })).sort(byTime);
    days.set(
      date,
      sorted.map(({ item }) => item),
    );
  }
  return [...days].map(([date, items]) => ({ resource, date, items }));
}
