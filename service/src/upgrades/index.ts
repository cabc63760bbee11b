// Converts data of earlier versions while the service runs.
export { nameOldAccounts } from './old-accounts.js';
export { sealOldRegularly } from './seal-old-health-data.js';
