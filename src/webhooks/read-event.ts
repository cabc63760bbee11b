import {
  CloudEvent,
  WebhookEvent,
  type ConnectionCreatedEvent,
  type ConnectionErrorEvent,
  type ConnectionHealedEvent,
  type DailyDataEvent,
  type HistoricalDataEvent,
} from '../contract/index.js';
import { WebhookError } from './webhook-error.js';

/**
 * The event in parsed JSON: the body of a webhook, or a CloudEvent as an event hub hands it on (spec 6). It proves
 * nothing about who sent it. An event of a type that is not known yet is let through.
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

/** Whether an event tells of a new connection. Comparing `event_type` does not tell it to TypeScript, this does. */
export const isConnectionCreated = (event: WebhookEvent): event is ConnectionCreatedEvent =>
  event.event_type === 'provider.connection.created';

/** Whether an event tells of a connection that broke. */
export const isConnectionError = (event: WebhookEvent): event is ConnectionErrorEvent =>
  event.event_type === 'provider.connection.error';

/** Whether an event tells of a broken connection that was made anew. */
export const isConnectionHealed = (event: WebhookEvent): event is ConnectionHealedEvent =>
  event.event_type === 'provider.connection.healed';

/** Whether an event brings new or changed data, of whatever resource. */
export const isDailyData = (event: WebhookEvent): event is DailyDataEvent =>
  /^daily\.data\..*\.(?:created|updated)$/.test(event.event_type);

/** Whether an event says that the past of a resource is there, whatever the resource. */
export const isHistoricalData = (event: WebhookEvent): event is HistoricalDataEvent =>
  /^historical\.data\..*\.created$/.test(event.event_type);
