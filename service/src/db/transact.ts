import type { Kysely, Transaction } from 'kysely';
import { insideTransaction } from './guarded-dialect.js';
import { repeat } from './repeat.js';
import type { Tables } from './schema/index.js';

export type Db = Kysely<Tables>;
export type Tx = Transaction<Tables>;

/**
 * Runs `work` in a transaction. The work may run more than once, so it must change nothing but the database,
 * and it must query only `tx`.
 */
export const transact = <T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> =>
  repeat(async () => {
    const { result, after } = await db.transaction().execute((tx) => insideTransaction(() => work(tx)));
    for (const act of after) act();
    return result;
  });
