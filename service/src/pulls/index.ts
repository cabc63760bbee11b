// Data of connections: from before they were made, and day by day after. What is in it is fictional-data's.
export { firstNewDay, schedulePulls } from './begin.js';
export { forgetClaims } from './claim.js';
export { pullConnection, pullDue, pullRegularly } from './due.js';
export { manual } from './fallbacks.js';
export { historicalPullRoutes } from './history-routes.js';
export { summaryRoutes } from './summary-routes.js';
