// Converts what earlier versions stored, while the service runs.
export { nameOldAccounts } from './old-accounts.js';
export { sealOldRegularly } from './seal-old-health-data.js';
