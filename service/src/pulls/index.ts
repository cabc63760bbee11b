// Pulling the data of connections: the past, and new days as they come. The data itself is made in fictional-data.
export { firstNewDay, schedulePulls } from './begin.js';
export { forgetClaims } from './claim.js';
export { pullConnection, pullDue, pullRegularly } from './due.js';
export { manual } from './fallbacks.js';
export { historicalPullRoutes } from './history-routes.js';
export { summaryRoutes } from './summary-routes.js';
