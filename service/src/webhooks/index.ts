// Where events go: webhooks and event hubs, and the deliveries to them. It decides nothing about what events there are.
export { delivering } from './deliver.js';
export { deleteWebhooks, forgetEnded, forgetEvents, hasDelivery, toldProvider } from './forget.js';
export { pruneEvents } from './prune.js';
export { resumeDeliveries } from './resume.js';
export { retryPassed } from './retry-passed.js';
export { webhookRoutes } from './routes.js';
export { emit, emitAll, type NewEvent } from './events.js';
