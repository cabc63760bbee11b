// How many days the requests of a resource may cover, according to the spans of its collections.
import { addDays } from '../work/index.js';
import type { Adapter } from './adapter.js';
import type { Span } from './collection.js';

/** The longest window, in days, because one transaction stores it. */
const longestWindow = 30;
/** How many days of past data are asked for. */
const historicalDays = 90;

const spansOf = (adapter: Adapter, resource: string): readonly Span[] =>
  (adapter.resources[resource]?.from ?? []).flatMap((name) => {
    const span = adapter.collections[name]?.span;
    return span === undefined || span === 'now' ? [] : [span];
  });

/** Whether a resource has days, as opposed to only a current state. */
export const hasDays = (adapter: Adapter, resource: string): boolean => spansOf(adapter, resource).length > 0;

/** The first day for which a provider can have data of a resource, if `last` is the last day. */
export function firstDay(adapter: Adapter, resource: string, last: string): string {
  const spans = spansOf(adapter, resource);
  if (spans.length === 0) return last;
  const back = Math.max(...spans.map((span) => span.back ?? historicalDays));
  return addDays(last, 1 - Math.min(historicalDays, back));
}

/** How many days of a resource one window may have, without padding. */
export const daysInWindow = (adapter: Adapter, resource: string): number =>
  Math.min(
    longestWindow,
    ...spansOf(adapter, resource).map(({ most, pad = 0 }) => Math.max(1, most - 2 * pad)),
  );

/** Whether stored data that the provider no longer has is kept. */
export const forgets = (adapter: Adapter, resource: string): boolean =>
  spansOf(adapter, resource).some((span) => span.forgets === true);

/**
 * How many days back a resource may still change: the lag of its first collection. The other collections only complete it.
 */
export const lagOf = (adapter: Adapter, resource: string): number =>
  spansOf(adapter, resource).map(({ lag }) => lag)[0] ?? 0;
