import { setTimeout as pause } from 'node:timers/promises';
import { isDatabaseAway, isDatabaseBusy } from './away.js';

/**
 * How long `storeSurely` tries again while the database cannot take a value, in milliseconds. A failover takes half a minute, and
 * background work waits a whole minute for a connection. A process that has to stop continues to try for as long as it may live.
 */
export const storeWithin = 90_000;

/**
 * Stores a value that cannot be had again, such as tokens whose predecessors are used up. Tries again while the database is away
 * or overloaded. `store` must do no harm if it runs twice, because only its answer may have been lost.
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
