// Loads parts of the code, and loads them again after a failure. It does not know which parts there are.
export * from './fetched-first.js';
export * from './importing.js';
export * from './retried.js';
