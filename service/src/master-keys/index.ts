// Master keys and the data keys that they wrap: at a start, and in a rotation. Other folders decide what is sealed with
// them.
export {
  type AgreedKeys,
  agreeOnMasterKeys,
  findSecrets,
  type KeySettings,
  MasterKeyRefused,
} from './agree.js';
export { lookForDataKeys, newProcess, ProcessWithoutKey, runningProcesses, tellKeys } from './processes.js';
export { rotateMasterKey, type Rotation } from './rotate.js';
export { forgetValues } from './sealed-rows.js';
export { keysStatus } from './status.js';
export { tellOfUnusedKms } from './unused-kms.js';
