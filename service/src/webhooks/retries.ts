// When a failed delivery is tried again, in the time of the service's clock.

/** The waits before each further attempt, in seconds (Standard Webhooks 1.0). */
export const waits = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400] as const;

/** The largest random change of a wait, as a share of it, so that the retries after an outage are spread. */
export const jitter = 0.1;
/** The longest wait that a receiver may ask for, in seconds. */
const longestWait = 86_400;

/**
 * The milliseconds until the next attempt, after this many `retries`; undefined if that was the last. `requested` is in
 * seconds.
 */
export function waitAfter(
  retries: number,
  requested: number | undefined,
  random: () => number = Math.random,
): number | undefined {
  const wait = waits[retries];
  if (wait === undefined) return undefined;
  const seconds = wait * (1 + jitter * (2 * random() - 1));
  return 1000 * Math.max(seconds, Math.min(requested ?? 0, longestWait));
}
