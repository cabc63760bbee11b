// What happens with the real providers of a team, counted by the hour. Who does it, and limits, are elsewhere.
export { type Activity, createActivity, flushRegularly } from './activity.js';
export { type ActivityKind, pruneActivity, readActivity, type TeamActivity } from './activity-rows.js';
