import type { Clock } from '../flow/index.js';

/** The longest timer, in milliseconds: browsers fire a longer one at once. */
const longest = 2 ** 31 - 1;

/** The browser's clock. */
export const clock: Clock = {
  now: () => Date.now(),
  after(milliseconds, run) {
    const timer = setTimeout(run, Math.min(milliseconds, longest));
    return () => clearTimeout(timer);
  },
};
