// Where events go: webhooks and event hubs, and the deliveries to them. It decides nothing about what events there are.
export { delivering } from './deliver.js';
export { fanOut } from './fan-out.js';
export { pruneEvents } from './prune.js';
export { webhookRoutes } from './routes.js';
