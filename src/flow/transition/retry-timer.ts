import type { Effect, Problem } from '../state/index.js';

/** The timer that counts a wait down, minute by minute. */
export const retryTimer = ({ retryAfter }: Problem): Effect[] =>
  retryAfter ? [{ type: 'start-timer', timer: 'retry', seconds: untilLess(retryAfter) }] : [];

/** Seconds that are left once that timer has fired; null if none are. */
export const leftOf = ({ retryAfter }: Problem): number | null =>
  (retryAfter && retryAfter - untilLess(retryAfter)) || null;

/** Seconds until the wait is a minute less. */
const untilLess = (seconds: number): number => seconds % 60 || 60;
