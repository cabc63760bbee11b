// Sealing, hashing and creating secrets, and wrapping their keys. Other code decides which rows contain them.
export { hash, hashText, isHashOf, mint } from './hash.js';
export {
  openDay,
  openEvent,
  openResults,
  placeOfDay,
  sealDay,
  sealEvent,
  sealResults,
} from './health-data.js';
export type { KeyWrapper } from './key-wrapper.js';
export { createKeyring, type Keyring, MissingMasterKey } from './keyring.js';
export { type Kms, kmsKeyOf } from './kms-command.js';
export {
  fingerprintOf,
  idByFingerprint,
  makeMasterKey,
  type MasterKey,
  masterKeyPath,
  parseMasterKeys,
  readMasterKeys,
  withoutRepeats,
} from './master-key.js';
export { openParameter, sealParameter } from './sealed-parameter.js';
export {
  createSecrets,
  createSecretsOf,
  type DataKeys,
  headerOf,
  keyNumberOf,
  requestIdKey,
  type Secrets,
  type StoredPurpose,
} from './secrets.js';
export { createOpener, lacking, openedOrLogged, type Opener, Unreadable } from './unreadable.js';
