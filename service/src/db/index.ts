// The database: opening, schema, transactions. It knows no rules of the product.
export { DatabaseAway, isDatabaseAway, isDatabaseBusy } from './away.js';
export { readClockAhead } from './clock-ahead.js';
export { compiledOnce, type Given } from './compiled-once.js';
export { storeSurely, storeWithin } from './store-surely.js';
export { engines, type Engine, type ServerEngine } from './engines.js';
export { afterCommit, refuseInsideTransaction } from './guarded-dialect.js';
export { type DatabaseLimits, usualLimits } from './limits.js';
export { checkTables, migrate } from './migrate.js';
export { transactUnlimited } from './one-at-a-time.js';
export { openEmbedded, openPostgres, type Connections, type JobDatabase, type OpenDatabase } from './open.js';
export { TablesRefused } from './tables-refused.js';
export { bytesOf, type ColumnType, insertRows, rowsOf } from './rows.js';
export type {
  Brand,
  BulkOutcome,
  OpenedBy,
  SealedColumnName,
  SessionState,
  StoredItem,
  Tables,
} from './schema/index.js';
export { type Db, transact, type Tx } from './transact.js';
export { isOfServer, sqlState } from './sql-state.js';
