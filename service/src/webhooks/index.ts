// Webhooks and event hubs, and the deliveries of events to them. Other folders decide which events there are.
export { createDeliverer } from './deliver.js';
export { readOwnLag, readTeamLags, type TeamLag } from './delivery-figures.js';
export { giveUpDisabled } from './disable.js';
export {
  deleteWebhooks,
  forgetEnded,
  forgetEvents,
  forgetWebhooks,
  hasDelivery,
  providerOfEvent,
} from './forget.js';
export { pruneSecrets } from './old-secrets.js';
export { pruneEvents } from './prune.js';
export { resumeDeliveries } from './resume.js';
export { createTurns } from './turns.js';
export { retryPassed } from './retry-passed.js';
export { webhookRoutes } from './routes.js';
export { emit, emitAll, type NewEvent } from './events.js';
