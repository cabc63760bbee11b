// For servers only: nothing here is part of a browser's bundle.
import * as z from 'zod/mini';
import { Appointment } from './appointment.js';
import { Consent } from './consent.js';
import { endpoint } from './endpoint.js';
import { date, id, timestamp } from './formats.js';
import { HistoricalPull } from './historical-pull.js';
import { Insurance } from './insurance.js';
import { linkSessionStates } from './link-session.js';
import { linkWayEvents } from './link-way.js';
import { openEnum } from './open-enum.js';
import { Order } from './order.js';
import { unreadable } from './unreadable-value.js';
import { ConnectionProblem, connectionStatuses, User } from './user.js';
import { deliveryStatuses } from './webhook.js';

const nullableText = z.nullable(z.string());
/** The time of something that may not have happened. */
const nullableTime = z.nullable(timestamp);

/** A connection of the person with a provider. */
export const ExportedConnection = z.looseObject({
  id,
  provider: z.string(),
  /** The id of the account; an opaque digest if the provider knows people by user name only. */
  provider_id: z.string(),
  /** The user name that the person signed in with, if there was one; never a password. */
  username: nullableText,
  region: nullableText,
  status: openEnum(connectionStatuses),
  error_details: z.nullable(ConnectionProblem),
  scopes_granted: z.array(z.string()),
  scopes_denied: z.array(z.string()),
  consent: z.nullable(Consent),
  created_on: timestamp,
  /** When the service next requests new data. */
  next_pull_at: nullableTime,
  /** How much past data has arrived, for each resource. */
  historical_pulls: z.array(HistoricalPull),
});
export type ExportedConnection = z.infer<typeof ExportedConnection>;

/** A provider's data about a day, or about the person (`profile`, under the day on which it was read). */
export const ExportedDay = z.looseObject({
  connection_id: id,
  provider: z.string(),
  resource: z.string(),
  date,
  items: z.array(z.looseObject({ id })),
});
export type ExportedDay = z.infer<typeof ExportedDay>;

/** A link that the person was given, and what happened in it. */
export const ExportedLinkSession = z.looseObject({
  link_session_id: id,
  state: openEnum(linkSessionStates),
  provider: nullableText,
  provider_id: nullableText,
  error_type: nullableText,
  user_label: nullableText,
  app_name: nullableText,
  consent: z.nullable(Consent),
  /** The page that opened it: a website, the widget's mode and version. */
  page: z.nullable(z.looseObject({ origin: nullableText, mode: nullableText, version: nullableText })),
  created_on: timestamp,
  started_on: nullableTime,
  expires_at: timestamp,
  ended_on: nullableTime,
  finished_on: nullableTime,
  /** The phone on which the link was continued; null if there was none. */
  phone: z.nullable(
    z.looseObject({ state: z.string(), origin: nullableText, provider: nullableText, expires_at: timestamp }),
  ),
  /** The connections made, if the link was for several. */
  connections: z.array(
    z.looseObject({
      provider: z.string(),
      provider_id: z.string(),
      consent: z.nullable(Consent),
      connected_on: timestamp,
    }),
  ),
  /** Visits to a provider's own page. */
  visits: z.array(
    z.looseObject({
      provider: z.string(),
      created_on: timestamp,
      used_on: nullableTime,
      expires_at: timestamp,
    }),
  ),
  /** The oldest first. */
  steps: z.array(
    z.looseObject({
      event: openEnum(linkWayEvents),
      at: timestamp,
      provider: nullableText,
      error_type: nullableText,
      place: nullableText,
      request_id: z.nullable(id),
    }),
  ),
});
export type ExportedLinkSession = z.infer<typeof ExportedLinkSession>;

/** An event for your webhooks, for as long as it is kept. */
export const ExportedEvent = z.looseObject({
  id,
  event_type: z.string(),
  provider: nullableText,
  data: z.looseObject({}),
  client_user_id: nullableText,
  created_on: timestamp,
  deliveries: z.array(
    z.looseObject({
      id,
      webhook_id: id,
      status: openEnum(deliveryStatuses),
      attempts: z.int(),
      response_status: z.nullable(z.int()),
      created_on: timestamp,
    }),
  ),
});
export type ExportedEvent = z.infer<typeof ExportedEvent>;

/** An insurance record. */
export const ExportedInsurance = z.looseObject({ id, created_on: timestamp, record: Insurance });
export type ExportedInsurance = z.infer<typeof ExportedInsurance>;

/** An order with its results and all its appointments; `appointment` is the one that was booked last. */
export const ExportedOrder = z.looseObject({
  ...Order.shape,
  appointments: z.array(Appointment),
  results_due_at: nullableTime,
  results_on: nullableTime,
});
export type ExportedOrder = z.infer<typeof ExportedOrder>;

/** An entry of the audit log about the person's data. */
export const ExportedAuditEntry = z.looseObject({
  number: z.int(),
  at: timestamp,
  action: z.string(),
  subject: nullableText,
  detail: nullableText,
  request_id: z.nullable(id),
});
export type ExportedAuditEntry = z.infer<typeof ExportedAuditEntry>;

/** Everything that the service knows about a person. Lists are in a stable order; new fields may come. */
export const UserExport = z.looseObject({
  exported_at: timestamp,
  user: User,
  connections: z.array(ExportedConnection),
  data: z.array(ExportedDay),
  insurance: z.array(ExportedInsurance),
  orders: z.array(ExportedOrder),
  link_sessions: z.array(ExportedLinkSession),
  events: z.array(ExportedEvent),
  audit_entries: z.array(ExportedAuditEntry),
  /** Values that the lists lack, or have only in part, because they could not be read; absent from an earlier version. */
  unreadable,
});
export type UserExport = z.infer<typeof UserExport>;

/**
 * Everything that the service knows about a person, in one document. Data protection law gives people the right to receive
 * it and take it along. It holds no password, token or key. It may be long, and the service sends it while it reads the
 * data. If the answer breaks off, it is not valid JSON: request it again.
 */
export const exportUser = endpoint({
  method: 'GET',
  path: '/v2/user/{user_id}/export',
  auth: 'api-key',
  linking: true,
  response: UserExport,
});
