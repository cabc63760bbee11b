import type { MiddlewareHandler } from 'hono';
import { overloaded } from './errors.js';
import type { Env } from './env.js';

/**
 * Refuses requests while so many others are being answered. Each of them holds memory while it waits, and one that waits for
 * longer than its caller does is work for nobody. Bodies have to be there before, or a few slow callers would keep all others out.
 */
export function limitInProgress(most: number, onRefused: () => void): MiddlewareHandler<Env> {
  let inProgress = 0;
  return async (c, next) => {
    if (inProgress >= most) {
      onRefused();
      throw overloaded();
    }
    inProgress++;
    try {
      await next();
    } finally {
      void (c.get('untilSent') ?? Promise.resolve()).then(() => inProgress--);
    }
  };
}
