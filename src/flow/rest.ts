// What loads after the first screen.
export { createPerformers } from './perform.js';
export { transition } from './transition.js';
