// The course of a link as data: states, events, orders, and a runner over ports. No DOM, no requests, no words.
export {
  begin,
  chosenProvider,
  hasPicker,
  isCodeUnderWay,
  isLinkable,
  sending,
  steps,
} from './state/index.js';
export type * from './state/index.js';
export {
  canHaveMoreTime,
  exitEffects,
  hasConnection,
  lastLook,
  mendOf,
  outcomeLeft,
  problemOf,
  transition,
  withResult,
  withSuccess,
} from './transition/index.js';
export type { Ending } from './transition/index.js';
export { createFlow, createPerformers, poll, pollInterval } from './runner/index.js';
export type * from './runner/index.js';
