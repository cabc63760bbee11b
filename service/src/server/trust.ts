// Checks whether the key of a request is known. This runs before
// requests are limited, so an invented key must cost next to nothing.
import { hash } from '../crypto/index.js';

/** How long a known key counts as known without another check, in milliseconds. */
const knownFor = 60_000;
/** How many unknown keys are looked up in that time. */
const mostMadeUp = 60;

/**
 * Returns a function that tells whether a key is known. After too many unknown keys, it does not believe new keys for a while.
 */
export function createTrust(isKnown: (key: string) => Promise<boolean>): (key: string) => Promise<boolean> {
  const known = new Map<string, number>();
  let madeUp = 0;
  let begins = -Infinity;
  return async (key) => {
    const now = performance.now();
    if (now - begins >= knownFor) {
      begins = now;
      madeUp = 0;
      for (const [digest, until] of known) if (until <= now) known.delete(digest);
    }
    const digest = Buffer.from(hash(key)).toString('base64');
    if ((known.get(digest) ?? 0) > now) return true;
    if (madeUp >= mostMadeUp) return false;
    // Counted before the answer, because many requests may come at once.
    madeUp++;
    // If the database is away, the request itself will fail with that.
    if (!(await isKnown(key).catch(() => false))) return false;
    madeUp--;
    known.set(digest, now + knownFor);
    return true;
  };
}
