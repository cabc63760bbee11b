// How parts of the code are loaded, and once more after a failure. No knowledge of which parts there are.
export * from './fetched-first.js';
export * from './importing.js';
export * from './retried.js';
