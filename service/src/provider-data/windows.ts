// Which days are asked for next. Past data comes newest first, so that a screen has something to show at once.
import { isDeepStrictEqual } from 'node:util';
import { type Adapter, daysInWindow, type DayWindow } from '../adapters/index.js';
import { addDays } from '../work/index.js';

/** The progress of a pull of past data. */
export interface PastPull {
  readonly resource: string;
  readonly range_start: string;
  readonly range_end: string;
  /** The first day that has arrived; null before the first window. */
  readonly pulled_from: string | null;
  /** Windows that were not understood, in the order in which they are asked for again. */
  readonly unread: readonly DayWindow[] | null;
}

/** Whether all windows were asked for. Windows that were not understood may be left. */
export const isPastRead = ({ pulled_from, range_start }: Pick<PastPull, 'pulled_from' | 'range_start'>) =>
  pulled_from !== null && pulled_from <= range_start;

const endOf = ({ pulled_from, range_end }: PastPull): string =>
  pulled_from === null ? range_end : addDays(pulled_from, -1);

interface NextWindow<P> {
  readonly window: DayWindow;
  readonly pulls: readonly P[];
}

/**
 * The next window of the pulls that are furthest behind, and these pulls. If no pull is behind, a window that was not
 * understood.
 * Undefined if there is none.
 */
export function nextWindow<P extends PastPull>(
  adapter: Adapter,
  pulls: readonly P[],
): NextWindow<P> | undefined {
  const open = pulls.filter((pull) => !isPastRead(pull));
  return open.length > 0 ? nextOfPast(adapter, open) : nextUnread(pulls);
}

function nextUnread<P extends PastPull>(pulls: readonly P[]): NextWindow<P> | undefined {
  const window = pulls.find(({ unread }) => unread)?.unread?.[0];
  return window && { window, pulls: pulls.filter(({ unread }) => isDeepStrictEqual(unread?.[0], window)) };
}

function nextOfPast<P extends PastPull>(adapter: Adapter, pulls: readonly P[]): NextWindow<P> | undefined {
  const until = pulls.map(endOf).sort().at(-1);
  if (until === undefined) return undefined;
  const together = pulls.filter((pull) => endOf(pull) === until);
  const days = Math.min(...together.map(({ resource }) => daysInWindow(adapter, resource)));
  const earliest = together.map(({ range_start }) => range_start).sort()[0] ?? until;
  const from = addDays(until, 1 - days);
  return { window: { from: from > earliest ? from : earliest, until }, pulls: together };
}

/** Windows of at most `days` days that cover a range without overlap, the newest first. */
export function windowsOf({ from, until }: DayWindow, days: number): readonly DayWindow[] {
  const windows = [];
  for (let end = until; end >= from; end = addDays(end, -days)) {
    const start = addDays(end, 1 - days);
    windows.push({ from: start > from ? start : from, until: end });
  }
  return windows;
}

/** The two halves of a window, the newer first; undefined if the window is one day. */
export function halvesOf({ from, until }: DayWindow): readonly [DayWindow, DayWindow] | undefined {
  if (from >= until) return undefined;
  const days = (Date.parse(until) - Date.parse(from)) / 86_400_000;
  const middle = addDays(from, Math.floor(days / 2));
  return [
    { from: addDays(middle, 1), until },
    { from, until: middle },
  ];
}
