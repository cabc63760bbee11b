// The audit log: what was done, and by whom. The code that acts writes its entries. Who may read them is decided in management.
export { readDeletion, readEntriesAbout, readEntries, readPlace, writePlace } from './entries.js';
export { fileOf, formatOf } from './files.js';
export { forgetUsers, ofUser } from './forget-users.js';
export { pruneAudit } from './prune.js';
export { recordAudit, recordUse } from './record.js';
export { recordForgotten } from './record-forgotten.js';
