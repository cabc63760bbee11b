// Master keys and the data keys that they wrap: a start, and their rotation. What is sealed with them is the rooms' own.
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
