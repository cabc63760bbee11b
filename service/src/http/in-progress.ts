import type { MiddlewareHandler } from 'hono';
import { overloaded } from './errors.js';
import type { Env } from './env.js';
import { limitShares } from './shares.js';

/**
 * Refuses requests while `most` others are being answered. Each request holds memory while it waits, and the work is useless once
 * its caller has given up. Bodies must have arrived before, because a few slow callers would keep all others out otherwise. A
 * request whose body is read later gives its place back until the body has arrived (`whileArriving`).
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
        // Not checked again: a request whose body has arrived is answered. At most `most` requests can be added this way.
        inProgress++;
      };
    });
    let endLong: (() => void) | undefined;
    c.set('beginLong', (caller) => (endLong ??= long(caller)) !== undefined);
    c.set('couldBeLong', (caller) => {
      const end = endLong ?? long(caller);
      if (end && !endLong) end();
      return end !== undefined;
    });
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
