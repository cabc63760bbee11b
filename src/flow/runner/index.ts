// Carries out the orders of a transition through ports, and sends back the answers. Decides nothing.
export { createFlow, type Flow, type Rest } from './create-flow.js';
export { createPerformers } from './performers.js';
export { poll, type Poll } from './poll.js';
export { pollInterval } from './poll-interval.js';
export type {
  Clock,
  FirstPorts,
  HandoffEndpoint,
  LaterPorts,
  LinkService,
  Memory,
  OpenWindow,
  Ports,
  Signal,
  WindowReport,
  Windows,
} from './ports.js';
