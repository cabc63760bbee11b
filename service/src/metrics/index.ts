// The metrics for Prometheus. The code that reads figures of the database is with its tables; server/ puts them together.
export * from './figures.js';
export * from './instruments.js';
export { beginMisfits, countMisfit } from './misfits.js';
export { createTeamLabel } from './team-label.js';
