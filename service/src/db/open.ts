import type { PGlite } from '@electric-sql/pglite';
import { type Dialect, Kysely, sql } from 'kysely';
import { BoundedPool } from './bounded-pool.js';
import { embeddedDialect, postgresDialect } from './dialects.js';
import { lockDirectory } from './directory-lock.js';
import type { Engine, ServerEngine } from './engines.js';
import { Turns } from './guarded-dialect.js';
import { type DatabaseLimits, poolsOf, usualLimits } from './limits.js';
import { oneAtATime } from './one-at-a-time.js';
import { openFolder, openMemory } from './open-pglite.js';
import { sendAlone } from './repeat.js';
import { traceStatement } from './trace-statements.js';
import { areTraced } from '../traces/index.js';
import type { Tables } from './schema/index.js';
import type { Db } from './transact.js';

/** The same database for changes of its tables. */
export interface TableDatabase {
  readonly engine: Engine;
  /** For what is a transaction, with other connections than those of `oneAtATime`. */
  readonly db: Db;
  /** Sends a statement outside of a transaction, without any limit. It is sent once. */
  sendAlone(text: string): Promise<void>;
  /** Runs work while no other process changes tables. */
  oneAtATime<T>(work: () => Promise<T>): Promise<T>;
}

/** The same database for pg-boss, which sends several statements at once if they have no values. */
export interface JobDatabase {
  readonly engine: Engine;
  readonly embedded: boolean;
  readonly db: { executeSql(text: string, values?: unknown[]): Promise<{ rows: unknown[] }> };
  /** Runs work that creates tables, while no other process does so. */
  oneAtATime<T>(work: () => Promise<T>): Promise<T>;
}

/** Connections of this process. */
export interface Connections {
  readonly inUse: number;
  readonly idle: number;
  /** Queries and transactions that wait for one. */
  readonly waiting: number;
  readonly most: number;
}

export interface OpenDatabase {
  /** For requests. */
  readonly db: Db;
  /** For background work, with connections of its own, so that requests do not wait for it. */
  readonly work: Db;
  /** For looking whether the database answers, however much there is to do. */
  readonly check: Db;
  readonly forJobs: JobDatabase;
  readonly forTables: TableDatabase;
  /** By whose they are: `requests` or `work`; an embedded database has one for all. */
  connections(): Readonly<Record<string, Connections>>;
  close(): Promise<void>;
}

/** How often a checkpoint and a vacuum are run, in milliseconds, as PGlite does neither by itself. */
const tidyEvery = 5 * 60_000;

/** Opens PGlite in an existing folder, or in memory, where it may begin as a copy of a tar file. */
export async function openEmbedded(directory?: string, copyOf?: Blob): Promise<OpenDatabase> {
  const unlock = directory === undefined ? undefined : await lockDirectory(directory);
  try {
    const pglite = await (directory === undefined ? openMemory(copyOf) : openFolder(directory));
    const turns = new Turns();
    const db: Db = connect(embeddedDialect(pglite, turns));
    let tidying: Promise<void> | undefined;
    const timer = setInterval(() => {
      tidying = tidy(db);
    }, tidyEvery).unref();
    // No lock is needed without other processes, and it would occupy the only connection.
    const oneAtATime = <T>(work: () => Promise<T>): Promise<T> => work();
    return {
      ...{ db, work: db, check: db },
      forJobs: {
        ...{ engine: 'pglite', embedded: true, oneAtATime },
        db: { executeSql: (text, values) => ask(db, pglite, text, values) },
      },
      forTables: {
        ...{ engine: 'pglite', db, oneAtATime },
        sendAlone: async (text) => void (await sql.raw(text).execute(db)),
      },
      connections: () => ({
        requests: { inUse: turns.inUse, idle: 1 - turns.inUse, waiting: turns.waiting, most: 1 },
      }),
      async close() {
        clearInterval(timer);
        await tidying;
        if (directory !== undefined) await checkpoint(db);
        await db.destroy();
        await unlock?.();
      },
    };
  } catch (error) {
    await unlock?.();
    throw error;
  }
}

/** Statements are traced if traces are on when the database is opened: measuring each costs a little even where nothing is sent. */
const connect = (dialect: Dialect): Db =>
  new Kysely<Tables>({ dialect, ...(areTraced() && { log: traceStatement }) });

/** Queued with all other queries, as PGlite has one connection. */
const ask = (db: Db, pglite: PGlite, text: string, values: unknown[] = []): Promise<{ rows: unknown[] }> =>
  db.connection().execute(async () => {
    if (values.length > 0) return pglite.query(text, values);
    try {
      return { rows: (await pglite.exec(text)).flatMap(({ rows }) => rows) };
    } catch (error) {
      // What broke off may have begun a transaction.
      await pglite.exec('rollback');
      throw error;
    }
  });

/** Leaves the next start nothing to recover. If it fails, that start recovers as after a crash. */
async function checkpoint(db: Db): Promise<void> {
  try {
    await sql`checkpoint`.execute(db);
  } catch {
    return;
  }
}

/** A failure costs only disk space, and the next run tries again. */
async function tidy(db: Db): Promise<void> {
  try {
    await sql`vacuum (analyze)`.execute(db);
    await sql`checkpoint`.execute(db);
  } catch {
    return;
  }
}

const askPool = (pool: BoundedPool, text: string, values?: unknown[]): Promise<{ rows: unknown[] }> =>
  sendAlone(text, () => askOnce(pool, text, values));

async function askOnce(
  pool: BoundedPool,
  text: string,
  values: unknown[] = [],
): Promise<{ rows: unknown[] }> {
  const client = await pool.connect();
  let broken = true;
  try {
    // Several statements give several results, which the types do not know.
    const results = [await client.query<object>(text, values)].flat();
    broken = false;
    return { rows: results.flatMap(({ rows }) => rows) };
  } finally {
    // What broke off may have begun a transaction, in which nobody else may be.
    client.release(broken && values.length === 0);
  }
}

/** Opens PostgreSQL by its address. `onError` is called for idle connections that are lost. */
export function openPostgres(
  url: string,
  onError: (error: Error) => void,
  limits: DatabaseLimits = usualLimits,
  engine: ServerEngine = 'postgres',
): OpenDatabase {
  const pools = poolsOf(limits);
  const open = (name: keyof typeof pools) => {
    const pool = new BoundedPool(url, pools[name], onError);
    return { pool, db: connect(postgresDialect(pool, pools[name])) };
  };
  const [requests, work, check] = [open('requests'), open('work'), open('check')];
  // On a connection of requests, as the work itself needs one while the lock is held.
  const alone = <T>(change: () => Promise<T>): Promise<T> => oneAtATime(requests.db, change);
  const forJobs: JobDatabase = {
    ...{ engine, embedded: false, oneAtATime: alone },
    db: { executeSql: (text, values) => askPool(work.pool, text, values) },
  };
  const forTables: TableDatabase = {
    ...{ engine, db: work.db, oneAtATime: alone },
    sendAlone: (text) => work.pool.sendAlone(text),
  };
  const connections = () => ({
    requests: connectionsOf(requests.pool, pools.requests.most),
    work: connectionsOf(work.pool, pools.work.most),
  });
  return {
    ...{ db: requests.db, work: work.db, check: check.db, forJobs, forTables, connections },
    async close() {
      // `destroy` leaves a pool alone that no query of Kysely has used.
      for (const { db, pool } of [requests, work, check]) await db.destroy().then(() => pool.end());
    },
  };
}

const connectionsOf = ({ inUse, idle, waiting }: BoundedPool, most: number): Connections => ({
  ...{ inUse, idle, waiting, most },
});
