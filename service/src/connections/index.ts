// What answers show of a connection: its resources, its problem, its account. Connections are made in link.
export { consentOf } from './consent.js';
export { opaqueAccount } from './opaque-account.js';
export { type BrokenConnection, goesOnOf, problemOf } from './problem.js';
export { type Granted, readableOf, resourceAvailability } from './resource-availability.js';
