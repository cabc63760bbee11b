import type { PGlite } from '@electric-sql/pglite';
import { PGliteDialect, PostgresAdapter, PostgresDialect, type Dialect } from 'kysely';
import type { Pool } from 'pg';
import { GuardedDialect } from './guarded-dialect.js';

// The adapter is PostgreSQL's for both: the guard keeps PGlite's queue itself.
export const embeddedDialect = (pglite: PGlite): Dialect =>
  new GuardedDialect(new PGliteDialect({ pglite }), new PostgresAdapter(), { oneConnection: true });

export const postgresDialect = (pool: Pool): Dialect =>
  new GuardedDialect(new PostgresDialect({ pool }), new PostgresAdapter(), { oneConnection: false });
