// Which days are asked for next. Past data comes newest first, so that a screen has something at once.
import { type Adapter, daysInWindow, type DayWindow } from '../adapters/index.js';
import { addDays } from '../work/index.js';

/** A pull of past data, as far as its windows go. */
export interface PastPull {
  readonly resource: string;
  readonly range_start: string;
  readonly range_end: string;
  /** The first day that has arrived; null before the first window. */
  readonly pulled_from: string | null;
}

const endOf = ({ pulled_from, range_end }: PastPull): string =>
  pulled_from === null ? range_end : addDays(pulled_from, -1);

/** The next window of the pulls that are furthest behind, and which of them it is for; undefined if there are none. */
export function nextWindow<P extends PastPull>(
  adapter: Adapter,
  pulls: readonly P[],
): { readonly window: DayWindow; readonly pulls: readonly P[] } | undefined {
  const until = pulls.map(endOf).sort().at(-1);
  if (until === undefined) return undefined;
  const together = pulls.filter((pull) => endOf(pull) === until);
  const days = Math.min(...together.map(({ resource }) => daysInWindow(adapter, resource)));
  const earliest = together.map(({ range_start }) => range_start).sort()[0] ?? until;
  const from = addDays(until, 1 - days);
  return { window: { from: from > earliest ? from : earliest, until }, pulls: together };
}

/** Windows of at most `days` days that cover a range once, the newest first. */
export function windowsOf({ from, until }: DayWindow, days: number): readonly DayWindow[] {
  const windows = [];
  for (let end = until; end >= from; end = addDays(end, -days)) {
    const start = addDays(end, 1 - days);
    windows.push({ from: start > from ? start : from, until: end });
  }
  return windows;
}

/** The two halves of a window, the newer first; undefined if it is a day. */
export function halvesOf({ from, until }: DayWindow): readonly [DayWindow, DayWindow] | undefined {
  if (from >= until) return undefined;
  const days = (Date.parse(until) - Date.parse(from)) / 86_400_000;
  const middle = addDays(from, Math.floor(days / 2));
  return [
    { from: addDays(middle, 1), until },
    { from, until: middle },
  ];
}
