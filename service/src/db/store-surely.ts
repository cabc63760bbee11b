import { setTimeout as pause } from 'node:timers/promises';
import { isDatabaseAway, isDatabaseBusy } from './away.js';

/**
 * How long what cannot be had again is kept for a database that cannot take it, in milliseconds: a failover takes half a minute, and
 * background work waits for a connection for a whole one. A process that is told to stop goes on with it as long as it may live.
 */
export const storeWithin = 90_000;

/**
 * Stores what cannot be had again, such as tokens for which others were used up: tries again while the database is away, or has
 * too much to do. Only for what does no harm if it is done twice, because the answer may be what was lost.
 */
export async function storeSurely<T>(store: () => Promise<T>): Promise<T> {
  const end = Date.now() + storeWithin;
  for (;;) {
    try {
      return await store();
    } catch (error) {
      const mayPass = isDatabaseAway(error) || isDatabaseBusy(error);
      if (!mayPass || Date.now() > end) throw error;
      await pause(250);
    }
  }
}
