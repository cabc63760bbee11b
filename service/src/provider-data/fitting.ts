// How many days of a connection fit into one window, where those of usual length have too much. Else each would be read to its limit
// before it is cut, and again after each pause of the provider, whose limit may be used up by that alone. Known to this process only:
// another one finds it once more.
import type { DayWindow } from '../adapters/index.js';
import { addDays, daysBetween } from '../work/index.js';

/** The most connections of which it is known. The oldest ones are forgotten first. */
const mostKnown = 1000;

const known = new Map<string, number>();

/** The most days at once, as far as is known. */
export const fittingDays = (connectionId: string): number =>
  known.get(connectionId) ?? Number.POSITIVE_INFINITY;

/** The newest days of a window that fit. */
export function fitting(connectionId: string, { from, until }: DayWindow): DayWindow {
  const most = known.get(connectionId);
  const first = most === undefined ? from : addDays(until, 1 - most);
  return { from: first > from ? first : from, until };
}

/** Keeps that a connection may have no more than a part of a window at once. */
export function keepFitting(connectionId: string, { from, until }: DayWindow): void {
  // Deleted first, so that it is the newest one.
  known.delete(connectionId);
  known.set(connectionId, daysBetween(from, until).length);
  const [oldest] = known.keys();
  if (known.size > mostKnown && oldest !== undefined) known.delete(oldest);
}

/** Lets twice as many days be asked for, as few came of so many. */
export function widen(connectionId: string): void {
  const most = known.get(connectionId);
  if (most !== undefined) known.set(connectionId, 2 * most);
}
