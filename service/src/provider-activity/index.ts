// Counts, by the hour, what happens with a team's real providers. The requests and their limits are elsewhere.
export { type Activity, createActivity, flushRegularly } from './activity.js';
export { type ActivityKind, pruneActivity, readActivity, type TeamActivity } from './activity-rows.js';
