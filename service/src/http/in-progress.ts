import type { MiddlewareHandler } from 'hono';
import { overloaded } from './errors.js';
import type { Env } from './env.js';
import { limitShares } from './shares.js';

/**
 * Refuses requests while so many others are being answered. Each of them holds memory while it waits, and one that waits for
 * longer than its caller does is work for nobody. Bodies have to be there before, or a few slow callers would keep all others out; a
 * request whose body is read later gives its place back meanwhile (`whileArriving`).
 */
export function limitInProgress(most: number, onRefused: () => void): MiddlewareHandler<Env> {
  let inProgress = 0;
  const arriving = limitShares(most);
  const long = limitShares(most);
  const refused = () => {
    onRefused();
    return overloaded();
  };
  return async (c, next) => {
    if (inProgress >= most) throw refused();
    inProgress++;
    c.set('beginArriving', (caller) => {
      const countOut = arriving(caller);
      if (!countOut) throw refused();
      inProgress--;
      let isArriving = true;
      return () => {
        if (!isArriving) return;
        isArriving = false;
        countOut();
        // Without another look: what has arrived is answered. No more than as many again can come so.
        inProgress++;
      };
    });
    let endLong: (() => void) | undefined;
    c.set('beginLong', (caller) => (endLong ??= long(caller)) !== undefined);
    c.set('refused', refused);
    try {
      await next();
    } finally {
      void (c.get('untilSent') ?? Promise.resolve()).then(() => {
        inProgress--;
        endLong?.();
      });
    }
  };
}
