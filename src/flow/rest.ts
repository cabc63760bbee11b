// What loads after the first screen.
export { createPerform } from './perform.js';
export { transition } from './transition.js';

export type Rest = typeof import('./rest.js');
