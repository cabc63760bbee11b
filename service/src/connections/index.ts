// What a connection says of itself: its resources, its problem, whose account it is. They are made in link.
export { opaqueAccount } from './opaque-account.js';
export { type BrokenConnection, problemOf } from './problem.js';
export { resourceAvailability } from './resource-availability.js';
