// How long data is kept: the service's settings, and shorter times of teams. Each folder decides itself what it deletes.
export { forgetOne, lastTryBefore, setFailed } from './failed-deletions.js';
export { idsPastTime, keptFrom, type Aged } from './past-time.js';
export { readRetention, usualRetention, type Retention } from './retention.js';
