// How far links came: by day, also once their sessions are gone, and where they fail at the moment. Who may read it is decided in management.
export { countDays } from './count-days.js';
export { forgetSessions, hasUnnamed } from './forget-sessions.js';
export { createDegraded, readDegraded } from './degraded.js';
export { pruneSessions } from './prune-sessions.js';
