// Background work: lanes of jobs on pg-boss. It knows no domain.
export { startJobs, type Jobs } from './jobs.js';
export { type LaneFigures, readLaneFigures } from './lane-figures.js';
export { liveJobs } from './live-jobs.js';
export { lockWithoutJob } from './lock-without-job.js';
export { allLanes, type Lane, type LaneData } from './lanes.js';
