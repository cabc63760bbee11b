// What is known of each engine that speaks PostgreSQL's protocol. The service has been run on PostgreSQL and on PGlite only.
import { sql } from 'kysely';
import { TablesRefused } from './tables-refused.js';
import type { Db } from './transact.js';

/** Those that a setting may name. pg-boss calls them the same, and has a profile for each. */
export const engines = ['postgres', 'citus', 'yugabytedb', 'cockroachdb'] as const;
export type ServerEngine = (typeof engines)[number];
export type Engine = ServerEngine | 'pglite';

export interface EngineRules {
  /**
   * Whether a statement that changes tables is undone with its transaction, so that a note of it can be part of that. Where
   * it is not, it is sent by itself, and never together with what changes rows.
   */
  readonly tablesInTransactions: boolean;
  /** Whether `create index concurrently` is known to work. Where it is not, the engine builds every index beside writes, or nobody writes. */
  readonly concurrently: boolean;
  /** Whether a transaction that waits for a lock makes all that come after it wait, too, and `lock_timeout` ends that. */
  readonly lockTimeout: boolean;
}

const likePostgres: EngineRules = { tablesInTransactions: true, concurrently: true, lockTimeout: true };
const distributed: EngineRules = { tablesInTransactions: false, concurrently: false, lockTimeout: false };

export const rulesOf: Readonly<Record<Engine, EngineRules>> = {
  postgres: likePostgres,
  // The tables stay on the coordinator, which is a PostgreSQL.
  citus: likePostgres,
  yugabytedb: distributed,
  cockroachdb: distributed,
  // It has one connection, so nobody writes meanwhile.
  pglite: { tablesInTransactions: true, concurrently: false, lockTimeout: false },
};

/** The engine that says this of itself; undefined for PostgreSQL and whatever is like it. */
export function engineOfVersion(version: string): ServerEngine | undefined {
  if (/cockroachdb/i.test(version)) return 'cockroachdb';
  return /yugabyte|-yb-/i.test(version) ? 'yugabytedb' : undefined;
}

/** Refuses an engine that is not the one of the settings: what is done for PostgreSQL would break off half-way there. */
export async function checkEngine(db: Db, engine: Engine): Promise<void> {
  const { rows } = await sql<{ version: string }>`select version() as version`.execute(db);
  const found = engineOfVersion(rows[0]?.version ?? '');
  if (found !== undefined && found !== engine)
    throw new TablesRefused(
      `DATABASE_URL leads to ${found}, and DATABASE_ENGINE is ${engine}: set DATABASE_ENGINE=${found}. The service has never been run on it: read "Other engines" in docs/operating.md first`,
    );
}
