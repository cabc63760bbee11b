// The chunk behind the first screen: every later step with its words, its styles and its window. Nothing here is needed before
// the picker stands. The modes that open the hosted page import from here what they share with these steps.
export { converse, noteSevered, postToHosted, severs } from '../bridge/index.js';
export {
  endHandoff,
  finishLink,
  isFollowable,
  leaveLink,
  resultsOf,
  toPublicResult,
} from '../contract/index.js';
export {
  createPerformers,
  exitEffects,
  lastLook,
  mendOf,
  outcomeLeft,
  poll,
  problemOf,
  transition,
  withSuccess,
} from '../flow/index.js';
export { StepsPanel } from './controllers/steps-panel.js';
export { createLaterPorts, serviceOf } from './later-ports.js';
export { localeOf } from './locale.js';
export { onReturn } from './on-return.js';
export { readNote } from './resume-note.js';
export { button } from './ui/button.js';
