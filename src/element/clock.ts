import type { Clock } from '../flow/index.js';

/** Milliseconds: a timer that is set for longer fires at once. */
const longest = 2 ** 31 - 1;

/** The browser's clock. */
export const clock: Clock = {
  now: () => Date.now(),
  after(milliseconds, run) {
    const timer = setTimeout(run, Math.min(milliseconds, longest));
    return () => clearTimeout(timer);
  },
};
