import { setTimeout as pause } from 'node:timers/promises';
import { isDatabaseAway } from './away.js';

/** How long what cannot be had again is kept for a database that is away, in milliseconds. */
const storeWithin = 15_000;

/**
 * Stores what cannot be had again, such as tokens for which others were used up: tries again while the database is away. Only for
 * what does no harm if it is done twice, because the answer may be what was lost.
 */
export async function storeSurely<T>(store: () => Promise<T>): Promise<T> {
  const end = Date.now() + storeWithin;
  for (;;) {
    try {
      return await store();
    } catch (error) {
      if (!isDatabaseAway(error) || Date.now() > end) throw error;
      await pause(250);
    }
  }
}
