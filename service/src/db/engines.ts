// The rules of each engine that speaks PostgreSQL's protocol. The service has run on PostgreSQL and on PGlite only.
import { sql } from 'kysely';
import { TablesRefused } from './tables-refused.js';
import type { Db } from './transact.js';

/** The engines that a setting may name. pg-boss uses the same names and has a profile for each. */
export const engines = ['postgres', 'citus', 'yugabytedb', 'cockroachdb'] as const;
export type ServerEngine = (typeof engines)[number];
export type Engine = ServerEngine | 'pglite';

export interface EngineRules {
  /**
   * Whether a transaction also undoes statements that change tables, so that the note of such a statement can be part of the
   * transaction. If false, such a statement is sent by itself, and never together with changes of rows.
   */
  readonly tablesInTransactions: boolean;
  /**
   * Whether `create index concurrently` is known to work. If false, the
   * engine builds every index while others write, or nobody else writes.
   */
  readonly concurrently: boolean;
  /** Whether a transaction that waits for a lock makes all later ones wait too, and `lock_timeout` ends the wait. */
  readonly lockTimeout: boolean;
}

const likePostgres: EngineRules = { tablesInTransactions: true, concurrently: true, lockTimeout: true };
const distributed: EngineRules = { tablesInTransactions: false, concurrently: false, lockTimeout: false };

export const rulesOf: Readonly<Record<Engine, EngineRules>> = {
  postgres: likePostgres,
  // The service's tables stay on the coordinator, which is a PostgreSQL server.
  citus: likePostgres,
  yugabytedb: distributed,
  cockroachdb: distributed,
  // It has only one connection, so nobody else writes.
  pglite: { tablesInTransactions: true, concurrently: false, lockTimeout: false },
};

/** The engine that a version text names; undefined for PostgreSQL and similar engines. */
export function engineOfVersion(version: string): ServerEngine | undefined {
  if (/cockroachdb/i.test(version)) return 'cockroachdb';
  return /yugabyte|-yb-/i.test(version) ? 'yugabytedb' : undefined;
}

/** Throws if the engine is not the one in the settings. Otherwise a migration for PostgreSQL would fail half-way. */
export async function checkEngine(db: Db, engine: Engine): Promise<void> {
  const { rows } = await sql<{ version: string }>`select version() as version`.execute(db);
  const found = engineOfVersion(rows[0]?.version ?? '');
  if (found !== undefined && found !== engine)
    throw new TablesRefused(
      `DATABASE_URL leads to ${found}, and DATABASE_ENGINE is ${engine}: set DATABASE_ENGINE=${found}. The service has never been run on it: read "Other engines" in docs/operating.md first`,
    );
}
