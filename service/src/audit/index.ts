// What was done, by whom: written down beside it, and kept. Who may read it is decided in management.
export { readEntriesAbout, readEntries, readPlace, writePlace } from './entries.js';
export { fileOf, formatOf } from './files.js';
export { forgetUsers, ofUser } from './forget-users.js';
export { pruneAudit } from './prune.js';
export { recordAudit, recordUse } from './record.js';
