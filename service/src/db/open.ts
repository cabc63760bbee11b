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

/** The same database, for changing its tables. */
export interface TableDatabase {
  readonly engine: Engine;
  /** For transactions. Uses other connections than `oneAtATime`. */
  readonly db: Db;
  /** Sends a statement outside a transaction, without any limit. It is sent only once. */
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

/** The connections of this process. */
export interface Connections {
  readonly inUse: number;
  readonly idle: number;
  /** Queries and transactions that wait for a connection. */
  readonly waiting: number;
  readonly most: number;
}

export interface OpenDatabase {
  /** For requests. */
  readonly db: Db;
  /** For background work. It has connections of its own, so that requests do not wait for it. */
  readonly work: Db;
  /** For checking whether the database answers, also when all other connections are busy. */
  readonly check: Db;
  readonly forJobs: JobDatabase;
  readonly forTables: TableDatabase;
  /** The connections by use: `requests` or `work`. An embedded database has one connection for all. */
  connections(): Readonly<Record<string, Connections>>;
  close(): Promise<void>;
}

/** How often a checkpoint and a vacuum run, in milliseconds. PGlite does neither by itself. */
const tidyEvery = 5 * 60_000;

/** Opens PGlite in an existing folder or in memory. In memory it may begin as a copy of a tar file. */
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
    // There are no other processes, so no lock is needed. A lock would also occupy the only connection.
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

/** Traces statements if traces are on when the database is opened: measuring each costs a little even if nothing is sent. */
const connect = (dialect: Dialect): Db =>
  new Kysely<Tables>({ dialect, ...(areTraced() && { log: traceStatement }) });

/** Sends a statement in the same queue as all other queries, because PGlite has one connection. */
const ask = (db: Db, pglite: PGlite, text: string, values: unknown[] = []): Promise<{ rows: unknown[] }> =>
  db.connection().execute(async () => {
    if (values.length > 0) return pglite.query(text, values);
    try {
      return { rows: (await pglite.exec(text)).flatMap(({ rows }) => rows) };
    } catch (error) {
      // The statements that failed may have begun a transaction.
      await pglite.exec('rollback');
      throw error;
    }
  });

/** Writes a checkpoint, so that the next start need not recover. If it fails, the next start recovers as after a crash. */
async function checkpoint(db: Db): Promise<void> {
  try {
    await sql`checkpoint`.execute(db);
  } catch {
    return;
  }
}

/** If this fails, it costs only disk space, and the next run tries again. */
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
    // Several statements return several results, which the types do not express.
    const results = [await client.query<object>(text, values)].flat();
    broken = false;
    return { rows: results.flatMap(({ rows }) => rows) };
  } finally {
    // The statements that failed may have begun a transaction, so nobody else may get this connection.
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
  // The lock uses a connection of requests, because the work itself needs one while the lock is held.
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
      // `db.destroy` does not end a pool that no query of Kysely has used.
      for (const { db, pool } of [requests, work, check]) await db.destroy().then(() => pool.end());
    },
  };
}

const connectionsOf = ({ inUse, idle, waiting }: BoundedPool, most: number): Connections => ({
  ...{ inUse, idle, waiting, most },
});
