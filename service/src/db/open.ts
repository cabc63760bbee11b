import type { PGlite } from '@electric-sql/pglite';
import { Kysely, sql } from 'kysely';
import pg from 'pg';
import { embeddedDialect, postgresDialect } from './dialects.js';
import { lockDirectory } from './directory-lock.js';
import { Turns } from './guarded-dialect.js';
import { oneAtATime } from './one-at-a-time.js';
import { openFolder, openMemory } from './open-pglite.js';
import type { Tables } from './schema/index.js';
import type { Db } from './transact.js';

/** The same database for pg-boss, which sends several statements at once if they have no values. */
export interface JobDatabase {
  readonly embedded: boolean;
  readonly db: { executeSql(text: string, values?: unknown[]): Promise<{ rows: unknown[] }> };
  /** Runs work that creates tables, while no other process does so. */
  oneAtATime<T>(work: () => Promise<T>): Promise<T>;
}

/** The connections of this process. */
export interface Connections {
  readonly inUse: number;
  readonly idle: number;
  /** Queries and transactions that wait for one. */
  readonly waiting: number;
  readonly most: number;
}

export interface OpenDatabase {
  readonly db: Db;
  readonly forJobs: JobDatabase;
  connections(): Connections;
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
    const db: Db = new Kysely<Tables>({ dialect: embeddedDialect(pglite, turns) });
    let tidying: Promise<void> | undefined;
    const timer = setInterval(() => {
      tidying = tidy(db);
    }, tidyEvery).unref();
    return {
      db,
      forJobs: {
        embedded: true,
        db: { executeSql: (text, values) => ask(db, pglite, text, values) },
        // No lock is needed without other processes, and it would occupy the only connection.
        oneAtATime: (work) => work(),
      },
      connections: () => ({ inUse: turns.inUse, idle: 1 - turns.inUse, waiting: turns.waiting, most: 1 }),
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

async function askPool(pool: pg.Pool, text: string, values?: unknown[]): Promise<{ rows: unknown[] }> {
  if (values && values.length > 0) return pool.query<object>(text, values);
  const client = await pool.connect();
  let broken: unknown;
  try {
    // Several statements give several results, which the types do not know.
    const results = [await client.query<object>(text)].flat();
    return { rows: results.flatMap(({ rows }) => rows) };
  } catch (error) {
    broken = error;
    throw error;
  } finally {
    // What broke off may have begun a transaction, in which nobody else may be.
    client.release(broken !== undefined);
  }
}

/** Of a process to PostgreSQL. */
const mostConnections = 10;

/** Opens PostgreSQL by its address. `onError` is called for idle connections that are lost. */
export function openPostgres(url: string, onError: (error: Error) => void): OpenDatabase {
  const pool = new pg.Pool({ connectionString: url, max: mostConnections, connectionTimeoutMillis: 10_000 });
  pool.on('error', onError);
  // The pool handles errors of idle connections only. Without this listener an error of one in use would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const db: Db = new Kysely<Tables>({ dialect: postgresDialect(pool) });
  const forJobs: JobDatabase = {
    embedded: false,
    db: { executeSql: (text, values) => askPool(pool, text, values) },
    oneAtATime: (work) => oneAtATime(db, work),
  };
  const connections = (): Connections => ({
    inUse: pool.totalCount - pool.idleCount,
    idle: pool.idleCount,
    waiting: pool.waitingCount,
    most: mostConnections,
  });
  return { db, forJobs, connections, close: () => db.destroy() };
}
