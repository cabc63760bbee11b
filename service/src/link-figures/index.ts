// How far links came: by day, also after their sessions were deleted, and where they fail at the moment. Management decides
// who may read this.
export { countDays } from './count-days.js';
export { forgetSessions, hasUnnamed } from './forget-sessions.js';
export { createDegraded, readDegraded } from './degraded.js';
export { pruneSessions } from './prune-sessions.js';
