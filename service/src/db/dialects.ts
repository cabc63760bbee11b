import type { PGlite } from '@electric-sql/pglite';
import { PGliteDialect, PostgresAdapter, PostgresDialect, type Dialect } from 'kysely';
import type { BoundedPool } from './bounded-pool.js';
import { GuardedDialect, type Turns } from './guarded-dialect.js';
import { limitsOfTransaction, type PoolLimits } from './limits.js';

// Both use PostgreSQL's adapter, because the guard queues queries to PGlite itself.
export const embeddedDialect = (pglite: PGlite, turns: Turns): Dialect =>
  new GuardedDialect(new PGliteDialect({ pglite }), new PostgresAdapter(), { turns });

export const postgresDialect = (pool: BoundedPool, limits: PoolLimits): Dialect =>
  new GuardedDialect(new PostgresDialect({ pool }), new PostgresAdapter(), {
    limits: limitsOfTransaction(limits),
  });
