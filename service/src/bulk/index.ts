// Operations on many connections at once: accepted as a whole, worked on in chunks, with their progress in rows.
export { acceptImport, acceptPause } from './accept.js';
export { placeOfChunk } from './items.js';
export { operationsPage } from './list.js';
export { pruneOperations } from './prune.js';
export { resumeOperations } from './resume.js';
export { waitForOutcome } from './wait.js';
export { workOperation } from './work-operation.js';
export { bulkRoutes, importPath } from './routes.js';
