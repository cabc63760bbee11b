export { createTables } from './create-tables.js';
export { createLog } from './log.js';
export { seededOrg, seededTeam } from './seed.js';
export { openStorage, type RunningService, sandboxKeys, startService } from './server.js';
export { addressesOf, BadSettings, keySettingsOf, readSettings, type Settings } from './settings.js';
export { findStraySettings } from './stray-settings.js';
