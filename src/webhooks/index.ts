// For a team's server: verifies that a webhook comes from the service, and reads its event. No requests, no state.
export { WebhookError, type WebhookErrorCode } from './webhook-error.js';
export {
  isConnectionCreated,
  isConnectionError,
  isConnectionHealed,
  isDailyData,
  isHistoricalData,
  isLabAppointment,
  isLabOrder,
  isLabResult,
  readEvent,
} from './read-event.js';
export { verifyWebhook, type VerifyOptions, type WebhookHeaders } from './verify-webhook.js';
export type {
  AppointmentEvent,
  CloudEvent,
  ConnectionCreatedEvent,
  ConnectionErrorEvent,
  ConnectionHealedEvent,
  DailyDataEvent,
  HistoricalDataEvent,
  OrderEvent,
  ResultEvent,
  UnknownEvent,
  WebhookEvent,
} from '../contract/index.js';
