import type { PGlite } from '@electric-sql/pglite';
import { PGliteDialect, PostgresAdapter, PostgresDialect, type Dialect } from 'kysely';
import type { Pool } from 'pg';
import { GuardedDialect } from './guarded-dialect.js';

// Both use PostgreSQL's adapter, because the guard queues queries to PGlite itself.
export const embeddedDialect = (pglite: PGlite): Dialect =>
  new GuardedDialect(new PGliteDialect({ pglite }), new PostgresAdapter(), { oneConnection: true });

export const postgresDialect = (pool: Pool): Dialect =>
  new GuardedDialect(new PostgresDialect({ pool }), new PostgresAdapter(), { oneConnection: false });
