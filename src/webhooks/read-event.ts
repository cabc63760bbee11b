import {
  CloudEvent,
  WebhookEvent,
  type AppointmentEvent,
  type ConnectionCreatedEvent,
  type ConnectionErrorEvent,
  type ConnectionHealedEvent,
  type DailyDataEvent,
  type HistoricalDataEvent,
  type OrderEvent,
  type ResultEvent,
} from '../contract/index.js';
import { WebhookError } from './webhook-error.js';

/**
 * Reads the event from parsed JSON: the body of a webhook, or a CloudEvent from an event hub (spec 6). It does not verify who
 * sent it. Events of unknown types are accepted.
 * @throws WebhookError `event_malformed`
 */
export function readEvent(json: unknown): WebhookEvent {
  const isCloudEvent = typeof json === 'object' && json !== null && 'specversion' in json;
  try {
    return isCloudEvent ? CloudEvent.parse(json).data : WebhookEvent.parse(json);
  } catch (cause) {
    throw new WebhookError('event_malformed', { cause });
  }
}

/** Whether an event reports a new connection. Narrows the type, which comparing `event_type` does not. */
export const isConnectionCreated = (event: WebhookEvent): event is ConnectionCreatedEvent =>
  event.event_type === 'provider.connection.created';

/** Whether an event reports a broken connection. */
export const isConnectionError = (event: WebhookEvent): event is ConnectionErrorEvent =>
  event.event_type === 'provider.connection.error';

/** Whether an event reports that a broken connection was linked again. */
export const isConnectionHealed = (event: WebhookEvent): event is ConnectionHealedEvent =>
  event.event_type === 'provider.connection.healed';

/** Whether an event contains new or changed data of any resource. */
export const isDailyData = (event: WebhookEvent): event is DailyDataEvent =>
  /^daily\.data\..*\.(?:created|updated)$/.test(event.event_type);

/** Whether an event reports that the past data of any resource is complete. */
export const isHistoricalData = (event: WebhookEvent): event is HistoricalDataEvent =>
  /^historical\.data\..*\.created$/.test(event.event_type);

/** Whether an event reports that a lab test was ordered, or that its order made progress. */
export const isLabOrder = (event: WebhookEvent): event is OrderEvent =>
  /^labtest\.order\.(?:created|updated)$/.test(event.event_type);

/** Whether an event reports an appointment of a lab test. */
export const isLabAppointment = (event: WebhookEvent): event is AppointmentEvent =>
  event.event_type === 'labtest.appointment.updated';

/** Whether an event reports the results of a lab test. */
export const isLabResult = (event: WebhookEvent): event is ResultEvent =>
  event.event_type === 'labtest.result.created';
