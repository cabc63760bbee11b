// People's health data in rows. It is encrypted, except in rows of an earlier version that are not sealed yet.
import type { Selectable } from 'kysely';
import type { OrderResult } from 'svc-link/contract';
import type { StoredItem, Tables } from '../db/index.js';
import type { Secrets } from './secrets.js';

type EventRow = Pick<Selectable<Tables['event']>, 'id' | 'sealed_data' | 'unsealed_data'>;
type DayRow = Pick<
  Selectable<Tables['pulled_day']>,
  'connection_id' | 'resource' | 'date' | 'sealed_items' | 'unsealed_items'
>;
type OrderRow = Pick<Selectable<Tables['lab_order']>, 'id' | 'sealed_results' | 'unsealed_results'>;

/** The key of a day. */
export type Day = Pick<DayRow, 'connection_id' | 'resource' | 'date'>;

export const sealEvent = (secrets: Secrets, id: string, data: object): Uint8Array =>
  secrets.seal('event', id, JSON.stringify(data));

/** Each `open…` function throws if the row was sealed with another key. */
export function openEvent(secrets: Secrets, { id, sealed_data, unsealed_data }: EventRow): object {
  // Only sealEvent writes it.
  if (sealed_data !== null) return JSON.parse(secrets.open('event', id, sealed_data)) as object;
  if (unsealed_data !== null) return unsealed_data;
  throw new Error('an event has no data');
}

export const placeOfDay = ({ connection_id, resource, date }: Day): string =>
  `${connection_id} ${resource} ${date}`;

export const sealDay = (secrets: Secrets, day: Day, items: readonly StoredItem[]): Uint8Array =>
  secrets.seal('pulled-day', placeOfDay(day), JSON.stringify(items));

export function openDay(secrets: Secrets, row: DayRow): readonly StoredItem[] {
  const { sealed_items, unsealed_items } = row;
  // Only sealDay writes it.
  if (sealed_items !== null)
    return JSON.parse(secrets.open('pulled-day', placeOfDay(row), sealed_items)) as readonly StoredItem[];
  return unsealed_items ?? [];
}

export const sealResults = (secrets: Secrets, id: string, results: readonly OrderResult[]): Uint8Array =>
  secrets.seal('lab-results', id, JSON.stringify(results));

export function openResults(
  secrets: Secrets,
  { id, sealed_results, unsealed_results }: OrderRow,
): readonly OrderResult[] | null {
  if (sealed_results === null) return unsealed_results;
  // Only sealResults writes it.
  return JSON.parse(secrets.open('lab-results', id, sealed_results)) as readonly OrderResult[];
}
