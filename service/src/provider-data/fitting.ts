// How many days of a connection fit into one window, where windows of the usual length hold too much. Without this, each
// window would be read up to its limit before it is cut, and again after each pause of the provider; that alone may use up
// the provider's limit. Only this process knows the number: another process learns it again.
import type { DayWindow } from '../adapters/index.js';
import { addDays, daysBetween } from '../work/index.js';

/** The most connections to remember. The oldest ones are forgotten first. */
const mostKnown = 1000;

const known = new Map<string, number>();

/** The most days to ask for at once, as far as is known. */
export const fittingDays = (connectionId: string): number =>
  known.get(connectionId) ?? Number.POSITIVE_INFINITY;

/** The newest days of a window that fit. */
export function fitting(connectionId: string, { from, until }: DayWindow): DayWindow {
  const most = known.get(connectionId);
  const first = most === undefined ? from : addDays(until, 1 - most);
  return { from: first > from ? first : from, until };
}

/** Remembers that this part of a window is the most that a connection may have at once. */
export function keepFitting(connectionId: string, { from, until }: DayWindow): void {
  // Deleted first, so that it becomes the newest entry.
  known.delete(connectionId);
  known.set(connectionId, daysBetween(from, until).length);
  const [oldest] = known.keys();
  if (known.size > mostKnown && oldest !== undefined) known.delete(oldest);
}

/** Allows twice as many days, because the last window brought little. */
export function widen(connectionId: string): void {
  const most = known.get(connectionId);
  if (most !== undefined) known.set(connectionId, 2 * most);
}
