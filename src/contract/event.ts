// For servers only: nothing here is part of a browser's bundle.
import * as z from 'zod/mini';
import { Appointment } from './appointment.js';
import { Consent } from './consent.js';
import { id, timestamp } from './formats.js';
import { openEnum } from './open-enum.js';
import { interpretations, Order, OrderResult } from './order.js';
import { SourceContext } from './source.js';
import { ConnectionProblem, ProviderObject, ResourceAvailability } from './user.js';

/** The fields that every event has besides `event_type` and `data` (spec 6). */
const whose = { user_id: id, team_id: id, client_user_id: z.nullable(z.string()) };

/** A user has connected a provider. `resource_availability` says what can be read over the connection (spec 6, 2.6). */
export const ConnectionCreatedEvent = z.looseObject({
  event_type: z.literal('provider.connection.created'),
  data: z.looseObject({
    provider: ProviderObject,
    user_id: id,
    /** The account at the provider, as link results name it. Events of earlier versions lack it. */
    provider_id: z.optional(z.string()),
    resource_availability: z.record(z.string(), ResourceAvailability),
    /** What the person agreed to share; null if nothing is on record. Events of earlier versions lack it. */
    consent: z.optional(z.nullable(Consent)),
  }),
  ...whose,
});
export type ConnectionCreatedEvent = z.infer<typeof ConnectionCreatedEvent>;

/** The fields of events about a broken or repaired connection. */
const broken = z.looseObject({
  provider: ProviderObject,
  user_id: id,
  /** The account at the provider, as link results name it. */
  provider_id: z.string(),
  error_details: ConnectionProblem,
});

/** A connection has broken for good: ask the person to link again (spec 2.6). */
export const ConnectionErrorEvent = z.looseObject({
  event_type: z.literal('provider.connection.error'),
  data: broken,
  ...whose,
});
export type ConnectionErrorEvent = z.infer<typeof ConnectionErrorEvent>;

/**
 * A connection was linked again. `error_details` and `provider_id` are those of the broken connection, `consent` is what the
 * person agreed to, now or before, and `resource_availability` says what can be read from now on. `error_details` is null if
 * the connection was not broken: a link with `reconnect` only renewed it, or somebody else linked the same account and other
 * resources can be read now.
 */
export const ConnectionHealedEvent = z.looseObject({
  event_type: z.literal('provider.connection.healed'),
  data: z.extend(broken, {
    error_details: z.nullable(ConnectionProblem),
    consent: z.optional(z.nullable(Consent)),
    /** Events of earlier versions lack it. */
    resource_availability: z.optional(z.record(z.string(), ResourceAvailability)),
  }),
  ...whose,
});
export type ConnectionHealedEvent = z.infer<typeof ConnectionHealedEvent>;

/** New or changed data of a resource and its source (spec 6). An `event_type` is `daily.data.sleep_cycle.updated`. */
export const DailyDataEvent = z.looseObject({
  event_type: z.templateLiteral(['daily.data.', z.string(), '.', z.enum(['created', 'updated'])]),
  data: z.looseObject({ data: z.array(z.looseObject({})), source: SourceContext }),
  ...whose,
});
export type DailyDataEvent = z.infer<typeof DailyDataEvent>;

/** The past data of a resource is complete; sent once for each resource, as `historical.data.sleep_cycle.created` (spec 6). */
export const HistoricalDataEvent = z.looseObject({
  event_type: z.templateLiteral(['historical.data.', z.string(), '.created']),
  /** Whose data and which days. The interface names none of these fields, so another version may lack them. */
  data: z.looseObject({
    user_id: z.optional(id),
    /** Slug. */
    provider: z.optional(z.string()),
    start_date: z.optional(z.string()),
    end_date: z.optional(z.string()),
  }),
  ...whose,
});
export type HistoricalDataEvent = z.infer<typeof HistoricalDataEvent>;

/** A lab test was ordered, or its order made progress: the sample was taken, or the results are in. */
export const OrderEvent = z.looseObject({
  event_type: z.enum(['labtest.order.created', 'labtest.order.updated']),
  data: Order,
  ...whose,
});
export type OrderEvent = z.infer<typeof OrderEvent>;

/** An appointment was booked, confirmed or cancelled, or its visit began or ended: `status` says which (spec 3.1). */
export const AppointmentEvent = z.looseObject({
  event_type: z.literal('labtest.appointment.updated'),
  data: Appointment,
  ...whose,
});
export type AppointmentEvent = z.infer<typeof AppointmentEvent>;

/** The results of an order are in. Sent once for each order. */
export const ResultEvent = z.looseObject({
  event_type: z.literal('labtest.result.created'),
  data: z.looseObject({
    order_id: id,
    user_id: id,
    interpretation: openEnum(interpretations),
    results: z.array(OrderResult),
  }),
  ...whose,
});
export type ResultEvent = z.infer<typeof ResultEvent>;

/** An event of a type that a later version of the service adds. */
export const UnknownEvent = z.looseObject({
  event_type: z
    .string()
    .check(
      z.regex(
        /^(?!provider\.connection\.(?:created|error|healed)$|daily\.data\..*\.(?:created|updated)$|historical\.data\..*\.created$|labtest\.(?:order\.(?:created|updated)|appointment\.updated|result\.created)$)/,
      ),
    ),
  data: z.unknown(),
  ...whose,
});
export type UnknownEvent = z.infer<typeof UnknownEvent>;

/** The body of a webhook, by `event_type`. Unknown types and fields are accepted. */
export const WebhookEvent = z.union([
  ConnectionCreatedEvent,
  ConnectionErrorEvent,
  ConnectionHealedEvent,
  DailyDataEvent,
  HistoricalDataEvent,
  OrderEvent,
  AppointmentEvent,
  ResultEvent,
  UnknownEvent,
]);
export type WebhookEvent = z.infer<typeof WebhookEvent>;

/** What an event hub receives: a CloudEvent 1.0 in structured mode, with the event in its `data`. */
export const CloudEvent = z.looseObject({
  specversion: z.literal('1.0'),
  /** The same at every attempt, and the same as the header `webhook-id`. */
  id,
  source: z.string(),
  /** The event's `event_type`. */
  type: z.string(),
  /** The event's `user_id`. */
  subject: z.string(),
  /** When it happened, ISO 8601. */
  time: timestamp,
  datacontenttype: z.literal('application/json'),
  data: WebhookEvent,
});
export type CloudEvent = z.infer<typeof CloudEvent>;
