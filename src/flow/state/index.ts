// The vocabulary of the flow: its states, events and orders. No rule about what follows from what.
export { begin } from './begin.js';
export { isCodeUnderWay } from './code-under-way.js';
export type { Announced, Announcement, Effect, Source, TokenReason, Warning } from './effect.js';
export type { Event, Failure, HostEvent, PersonEvent, PortEvent, Timer } from './event.js';
export { move } from './move.js';
export {
  chosenProvider,
  findProvider,
  hasPicker,
  isLinkable,
  onlyProvider,
  shownProviders,
} from './providers.js';
export { steps } from './state.js';
export { sending, type StepsThatAre } from './step-facts.js';
export type {
  Authorize,
  Challenge,
  Closed,
  Connecting,
  Disconnect,
  Done,
  FlowOptions,
  HandedOff,
  In,
  Loading,
  Problem,
  ProblemShown,
  Resume,
  SelectProvider,
  Shared,
  SignIn,
  State,
  Step,
  StepState,
} from './state.js';
