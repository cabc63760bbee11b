// The course of a link as data: states, events, orders, and a runner over ports. No DOM, no requests, no words.
export type { Announcement, Effect, Warning } from './effect.js';
export type { Event, Failure, HostEvent, PersonEvent, PortEvent, Resume, Timer } from './event.js';
export type {
  Clock,
  LinkService,
  Memory,
  OpenWindow,
  Ports,
  Signal,
  TokenReason,
  WindowReport,
  Windows,
} from './ports.js';
export { canHaveMoreTime } from './anywhere.js';
export { begin } from './begin.js';
export { exitEffects } from './exit.js';
export { createPerformers } from './perform.js';
export { poll, type Poll } from './poll.js';
export { problemOf } from './problem.js';
export { chosenProvider, hasPicker, isLinkable } from './provider.js';
export { isFollowable, withResult } from './redirect-url.js';
export { lastLook } from './run.js';
export { createFlow, type Flow, type Rest } from './runner.js';
export { steps } from './state.js';
export type {
  Authorize,
  Challenge,
  Closed,
  Connecting,
  Done,
  FlowOptions,
  In,
  Loading,
  Problem,
  ProblemShown,
  SelectProvider,
  Shared,
  SignIn,
  State,
  Step,
  StepState,
} from './state.js';
export { transition } from './transition.js';
