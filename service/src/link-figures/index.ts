// How far links came, by day, also once their sessions are gone. Who may read it is decided in management.
export { countDays } from './count-days.js';
export { forgetSessions } from './forget-sessions.js';
export { pruneSessions } from './prune-sessions.js';
