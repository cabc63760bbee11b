// Sealing, hashing and creating secrets. Which rows hold them is decided elsewhere.
export { hash, isHashOf, mint } from './hash.js';
export { openDay, openEvent, openResults, sealDay, sealEvent, sealResults } from './health-data.js';
export { openParameter, sealParameter } from './sealed-parameter.js';
export {
  createSecrets,
  makeMasterKey,
  masterKeyPath,
  parseMasterKey,
  readMasterKey,
  requestIdKey,
  type Secrets,
} from './secrets.js';
