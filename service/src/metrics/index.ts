// What is counted for Prometheus, and where. What is read of the database is with its tables, and put together in server/.
export * from './figures.js';
export * from './instruments.js';
export { createTeamLabel } from './team-label.js';
