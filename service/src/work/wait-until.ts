import { setTimeout as pause } from 'node:timers/promises';

/** The pauses between two looks, in milliseconds. Polling is needed because another process may do the work. */
const shortestPause = 20;
const longestPause = 250;

interface Waiting {
  readonly stopping: AbortSignal;
  readonly wait: (milliseconds: number) => Promise<void>;
}

/**
 * Polls `look` until it returns a value, for at most `longest` milliseconds. Returns null at the timeout, if the caller
 * disconnects, or if the service stops.
 */
export async function waitUntil<T>(
  { stopping, wait }: Waiting,
  longest: number,
  disconnected: AbortSignal,
  look: () => Promise<T | null>,
): Promise<T | null> {
  const over = new AbortController();
  const end = (): void => over.abort();
  void wait(longest).then(end);
  for (const signal of [stopping, disconnected]) signal.addEventListener('abort', end, { once: true });
  try {
    for (let next = shortestPause; !over.signal.aborted; next = Math.min(next * 2, longestPause)) {
      const seen = await look();
      if (seen !== null) return seen;
      await pause(next, undefined, { signal: over.signal }).catch(() => undefined);
    }
    return null;
  } finally {
    for (const signal of [stopping, disconnected]) signal.removeEventListener('abort', end);
  }
}
