// What an earlier version stored, brought to the form of this one while the service runs.
export { nameOldAccounts } from './old-accounts.js';
export { sealOldRegularly } from './seal-old-health-data.js';
