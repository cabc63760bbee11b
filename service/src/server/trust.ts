// Whether the key of a request is known, asked before anything limits requests: so what is made up must cost next to nothing.
import { hash } from '../crypto/index.js';

/** How long a key that is known counts as known, in milliseconds. */
const knownFor = 60_000;
/** How many keys that turn out to be made up are looked up in that time. */
const mostMadeUp = 60;

/** Answers whether a key is known. After too many that were not, those that are new are not believed for a while. */
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
    // Counted before the answer, as many may come at once.
    madeUp++;
    // Without a database the request itself will say so.
    if (!(await isKnown(key).catch(() => false))) return false;
    madeUp--;
    known.set(digest, now + knownFor);
    return true;
  };
}
