// What each event leads to: the next state and the orders. Pure; nothing here carries an order out.
export { hasConnection } from './connected.js';
export { lastLook } from './end-run.js';
export { exitEffects, outcomeLeft, withSuccess, type Ending } from './exit-effects.js';
export { canHaveMoreTime } from './expiry.js';
export { closeFirst, firstTurn, stranded } from './first-turn.js';
export { mendOf, problemOf } from './problem.js';
export { withResult } from './redirect-url.js';
export { transition } from './transition.js';
export type { Turn } from './turn.js';
