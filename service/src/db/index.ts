// The database: opening, schema, transactions. No rule of the product.
export { DirectoryLocked } from './directory-lock.js';
export { migrate } from './migrate.js';
export { openEmbedded, openPostgres, type OpenDatabase } from './open.js';
export type { Brand, SessionState, Tables } from './schema.js';
export { sqlState, transact, type Db, type Tx } from './transact.js';
