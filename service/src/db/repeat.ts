import { setTimeout as wait } from 'node:timers/promises';
import { ConnectionLost, isConnectionLost } from './away.js';
import { sqlState } from './sql-state.js';

/** Serialization failure and deadlock: the transaction was rolled back and can be run again. */
const conflicts = new Set(['40001', '40P01']);
/** Engines that spread a table over several machines have many more conflicts than PostgreSQL. */
const mostTries = 12;
const longestWait = 500;

export const isConflict = (error: unknown): boolean => conflicts.has(sqlState(error) ?? '');

/** Repeats work that the database has rolled back, or that certainly stored nothing. */
export async function repeat<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      const mayRepeat = isConflict(error) || (error instanceof ConnectionLost && error.isUndone);
      if (tries >= mostTries || !mayRepeat) throw error;
      await wait(Math.random() * Math.min(longestWait, 5 * 2 ** tries));
    }
  }
}

/** Whether a statement stores nothing. A statement that begins with `with` may store something. */
const isRead = (text: string): boolean => /^\s*select\b/i.test(text);

/**
 * Sends a statement that is a transaction of its own, and repeats it after a conflict. If the connection is lost, only a read is
 * repeated: nobody knows whether another statement was done.
 */
export const sendAlone = <T>(text: string, send: () => Promise<T>): Promise<T> =>
  repeat(async () => {
    try {
      return await send();
    } catch (error) {
      throw isConnectionLost(error) ? new ConnectionLost(error, isRead(text)) : error;
    }
  });
