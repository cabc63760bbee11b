import type { Kysely, Transaction } from 'kysely';
import { setTimeout as wait } from 'node:timers/promises';
import { insideTransaction } from './guarded-dialect.js';
import { sqlState } from './sql-state.js';
import type { Tables } from './schema/index.js';

export type Db = Kysely<Tables>;
export type Tx = Transaction<Tables>;

/** Serialization failure and deadlock: the transaction was rolled back and can be run again. */
const repeatable = new Set(['40001', '40P01']);
const mostTries = 6;

/**
 * Runs `work` in a transaction. It may be run more than once, so it changes nothing but the database,
 * and it queries only `tx`.
 */
export const transact = <T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> =>
  repeat(async () => {
    const { result, after } = await db.transaction().execute((tx) => insideTransaction(() => work(tx)));
    for (const act of after) act();
    return result;
  });

/** Runs one statement or a transaction, and again if it was rolled back because of a conflict. */
export async function repeat<T>(statement: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await statement();
    } catch (error) {
      if (tries >= mostTries || !repeatable.has(sqlState(error) ?? '')) throw error;
      await wait(Math.random() * 10 * 2 ** tries);
    }
  }
}
