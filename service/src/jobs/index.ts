// Work that goes on after an answer: lanes of jobs on pg-boss. No rule of the product.
export { startJobs, type Jobs } from './jobs.js';
export { liveJobs } from './live-jobs.js';
export { allLanes, type Lane, type LaneData } from './lanes.js';
