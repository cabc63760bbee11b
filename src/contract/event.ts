// For servers only: nothing here is part of a browser's bundle.
import * as z from 'zod/mini';
import { SourceContext } from './source.js';
import { ProviderObject, ResourceAvailability } from './user.js';

/** What every event says at its top, beside `event_type` and `data` (spec 6). */
const whose = { user_id: z.string(), team_id: z.string(), client_user_id: z.string() };

/** A user has connected a provider, and what can be read over the connection (spec 6, 2.6). */
export const ConnectionCreatedEvent = z.looseObject({
  event_type: z.literal('provider.connection.created'),
  data: z.looseObject({
    provider: ProviderObject,
    user_id: z.string(),
    resource_availability: z.record(z.string(), ResourceAvailability),
  }),
  ...whose,
});
export type ConnectionCreatedEvent = z.infer<typeof ConnectionCreatedEvent>;

/** New or changed data of a resource, such as `daily.data.sleep_cycle.updated`, and where it is from (spec 6). */
export const DailyDataEvent = z.looseObject({
  event_type: z.templateLiteral(['daily.data.', z.string(), '.', z.enum(['created', 'updated'])]),
  data: z.looseObject({ data: z.array(z.looseObject({})), source: SourceContext }),
  ...whose,
});
export type DailyDataEvent = z.infer<typeof DailyDataEvent>;

/** The past of a resource is there, such as `historical.data.sleep_cycle.created`; once for each resource (spec 6). */
export const HistoricalDataEvent = z.looseObject({
  event_type: z.templateLiteral(['historical.data.', z.string(), '.created']),
  data: z.looseObject({}),
  ...whose,
});
export type HistoricalDataEvent = z.infer<typeof HistoricalDataEvent>;

/** An event of a type that a later version of the service adds. */
export const UnknownEvent = z.looseObject({
  event_type: z
    .string()
    .check(
      z.regex(
        /^(?!provider\.connection\.created$|daily\.data\..*\.(?:created|updated)$|historical\.data\..*\.created$)/,
      ),
    ),
  data: z.unknown(),
  ...whose,
});
export type UnknownEvent = z.infer<typeof UnknownEvent>;

/** What a webhook brings, by `event_type`. Types and fields that it does not know are let through. */
export const WebhookEvent = z.union([
  ConnectionCreatedEvent,
  DailyDataEvent,
  HistoricalDataEvent,
  UnknownEvent,
]);
export type WebhookEvent = z.infer<typeof WebhookEvent>;

/** What an event hub gets for an event: a CloudEvent 1.0 in structured mode, with the event in its `data`. */
export const CloudEvent = z.looseObject({
  specversion: z.literal('1.0'),
  /** The same over all attempts, as `webhook-id`. */
  id: z.string(),
  source: z.string(),
  /** The event's `event_type`. */
  type: z.string(),
  /** The event's `user_id`. */
  subject: z.string(),
  /** When it happened, ISO 8601. */
  time: z.string(),
  datacontenttype: z.literal('application/json'),
  data: WebhookEvent,
});
export type CloudEvent = z.infer<typeof CloudEvent>;
