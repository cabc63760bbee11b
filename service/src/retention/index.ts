// For how long what is kept: by the service's settings, and by a team for less. What is deleted is decided in its own room.
export { forgetOne, lastTryBefore, setFailed } from './failed-deletions.js';
export { idsPastTime, keptFrom, type Aged } from './past-time.js';
export { readRetention, usualRetention, type Retention } from './retention.js';
