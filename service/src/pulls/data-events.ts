// The events that report data to teams, whichever way the data came.
import { sourceOf } from '../providers/index.js';
import type { NewEvent } from '../webhooks/index.js';
import type { PulledConnection } from './connection.js';
import type { PulledDay } from './store-days.js';

/** Days are new, or the provider has changed them (spec 6). */
export const dailyEvent = (
  { provider, user }: PulledConnection,
  resource: string,
  change: 'created' | 'updated',
  days: readonly PulledDay[],
): NewEvent => ({
  type: `daily.data.${resource}.${change}`,
  user,
  provider,
  data: {
    data: days.flatMap(({ items }) => items.map((item) => ({ ...item, user_id: user.id }))),
    source: sourceOf(provider),
  },
});

/** The past data of a resource is complete. */
export const historicalEvent = (
  { provider, user }: PulledConnection,
  {
    resource,
    range_start,
    range_end,
  }: { readonly resource: string; readonly range_start: string; readonly range_end: string },
): NewEvent => ({
  type: `historical.data.${resource}.created`,
  user,
  provider,
  data: { user_id: user.id, provider, start_date: range_start, end_date: range_end },
});
