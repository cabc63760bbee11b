// Pulls the data of connections: the past, and new days as they come. The data itself is made in fictional-data.
export { endUnreadable, firstNewDay, resumePulls, schedulePulls } from './begin.js';
export { breakConnection } from './break-connection.js';
export {
  claimConnections,
  type ClaimedConnection,
  dueDays,
  forgetClaims,
  releaseConnection,
  renewClaim,
} from './claim.js';
export { lockConnection, type PulledConnection, readConnection } from './connection.js';
export { duePulls, type PullRow } from './due-pulls.js';
export { pullConnection, pullDue, pullRegularly } from './due.js';
export { dailyEvent, historicalEvent } from './data-events.js';
export { manual, takeFallbacks } from './fallbacks.js';
export { type PullFigures, readPullFigures } from './pull-figures.js';
export { itemId, type PulledDay } from './store-days.js';
export { historicalPullRoutes, toHistoricalPull } from './history-routes.js';
export { pruneDays } from './prune-days.js';
export { summaryRoutes } from './summary-routes.js';
export { timeseriesRoutes } from './timeseries-routes.js';
export { duePast } from './turns.js';
