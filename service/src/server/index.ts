export { createTables } from './create-tables.js';
export { createLog } from './log.js';
export { findSecrets, MasterKeyRefused } from './master-key.js';
export { seededOrg, seededTeam } from './seed.js';
export { openStorage, type RunningService, sandboxKeys, startService } from './server.js';
export { addressesOf, BadSettings, readSettings, type Settings } from './settings.js';
