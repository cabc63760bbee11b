// For a team's server: verifies that a webhook is from the service, and reads its event. No requests, no state.
export { WebhookError, type WebhookErrorCode } from './webhook-error.js';
export {
  isConnectionCreated,
  isConnectionError,
  isConnectionHealed,
  isDailyData,
  isHistoricalData,
  readEvent,
} from './read-event.js';
export { verifyWebhook, type VerifyOptions, type WebhookHeaders } from './verify-webhook.js';
export type {
  CloudEvent,
  ConnectionCreatedEvent,
  ConnectionErrorEvent,
  ConnectionHealedEvent,
  DailyDataEvent,
  HistoricalDataEvent,
  UnknownEvent,
  WebhookEvent,
} from '../contract/index.js';
