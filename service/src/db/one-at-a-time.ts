import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { ConnectionLost } from './away.js';
import { withoutLimits } from './limits.js';
import { isConflict } from './repeat.js';
import { type Db, transact, type Tx } from './transact.js';
import { sqlState } from './sql-state.js';

const limits = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'];

/** Runs a transaction that may take as long as it needs, whatever limits the connection, the account or the database sets. */
export const transactUnlimited = <T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> =>
  withoutLimits(() =>
    transact(db, async (tx) => {
      for (const name of limits) await sql`set local ${sql.raw(name)} = 0`.execute(tx);
      return work(tx);
    }),
  );

const lockNotAvailable = '55P03';
const lookEvery = 200;

/**
 * Lets one process at a time change the tables. The lock is a row, because distributed
 * engines have no advisory locks. The connection that holds it does nothing else, so
 * that the lock is free as soon as its process ends. `work` uses other connections.
 */
export async function oneAtATime<T>(db: Db, work: () => Promise<T>): Promise<T> {
  await createOnce(db, 'svc_migration_lock', 'id integer primary key');
  await sql`insert into svc_migration_lock (id) values (${lockRow}) on conflict do nothing`.execute(db);
  for (;;) {
    const held = await hold(db, work);
    if (held) return held.result;
    // A process does not wait for the row in the database: building an
    // index waits for open transactions, so it would wait for this one.
    await wait(lookEvery * (0.5 + Math.random()));
  }
}

/** Row 1 is the lock of earlier versions, whose processes wait for it in the database. */
const lockRow = 2;

/**
 * The statement has no parameters: a statement with parameters keeps its snapshot until the next statement, and building an index
 * would wait for that snapshot too.
 */
const takeLock = `select id from svc_migration_lock where id = ${lockRow} for update nowait`;

/** Runs work with the lock. Undefined if another process has it. */
async function hold<T>(db: Db, work: () => Promise<T>): Promise<{ readonly result: T } | undefined> {
  let done: { readonly result: T } | undefined;
  let isHeld = false;
  try {
    await withoutLimits(() =>
      db.transaction().execute(async (tx) => {
        for (const name of limits) await sql`set local ${sql.raw(name)} = 0`.execute(tx);
        await sql.raw(takeLock).execute(tx);
        isHeld = true;
        done = { result: await work() };
      }),
    );
  } catch (error) {
    // If the lock is lost with its connection after the work has ended, the work is still done.
    if (done) return done;
    const isTaken = sqlState(error) === lockNotAvailable || isConflict(error);
    const isUndone = error instanceof ConnectionLost && error.isUndone;
    if (isHeld || !(isTaken || isUndone)) throw error;
  }
  return done;
}

/** Errors of two processes that create the same table at the same moment, even with `if not exists`. */
const alreadyThere = new Set(['23505', '42P07', '42710']);
const undefinedTable = '42P01';

/** Creates a table if it is missing. If it exists, no right to create tables is needed. */
export async function createOnce(db: Db, table: string, columns: string): Promise<void> {
  try {
    await sql`select from ${sql.table(table)} limit 0`.execute(db);
    return;
  } catch (error) {
    if (sqlState(error) !== undefinedTable) throw error;
  }
  try {
    await sql`create table ${sql.table(table)} (${sql.raw(columns)})`.execute(db);
  } catch (error) {
    if (!alreadyThere.has(sqlState(error) ?? '')) throw error;
  }
}
