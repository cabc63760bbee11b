// For servers only: nothing here is part of a browser's bundle.
import * as z from 'zod/mini';
import { endpoint } from './endpoint.js';
import { id, timestamp } from './formats.js';
import { linkSessionStates } from './link-session.js';
import { linkSteps } from './link-statistics.js';
import { openEnum } from './open-enum.js';
import { uuid } from './uuid.js';
import { deliveryStatuses } from './webhook.js';

/**
 * What a session's way records besides the counted steps: the browser went to the provider's own page and came back from it,
 * the link continued on a phone, the team's server confirmed the connection, the person ended a connection, finished with
 * several connections, or left.
 */
export const linkTraces = [
  'sent_to_provider',
  'came_back',
  'went_to_phone',
  'confirmed',
  'disconnected',
  'finished',
  'left',
] as const;
export type LinkTrace = (typeof linkTraces)[number];

/** The widget's steps, at each of which a person can leave. */
export const widgetSteps = [
  'loading',
  'select-provider',
  'disconnect',
  'sign-in',
  'challenge',
  'authorize',
  'handoff',
  'connecting',
  'done',
  'problem',
  'closed',
] as const;

/** What happened in a session: its token was created, it reached a step, something went wrong, its time was over. */
export const linkWayEvents = ['created', ...linkSteps, ...linkTraces, 'problem', 'expired'] as const;

/** The most sessions in one answer, the most steps of one session, and how many minutes around a time are searched. */
export const mostFoundSessions = 20;
export const mostShownSteps = 200;
export const minutesAround = 15;

/** A link session and its way. It holds nothing that a person typed, no code and no token. */
export const LinkSessionWay = z.looseObject({
  link_session_id: id,
  state: openEnum(linkSessionStates),
  user_id: id,
  /** The provider of the latest try, or the one that the token names. */
  provider: z.nullable(z.string()),
  /** How the latest try ended, if it failed. */
  error_type: z.nullable(z.string()),
  created_on: timestamp,
  expires_at: timestamp,
  /** The page that opened the session; null before that, and if an earlier version opened it. */
  page: z.nullable(
    z.looseObject({
      /** Null if no website opened it, but an address in a message or an app. */
      origin: z.nullable(z.string()),
      /** The widget's `mode`; `link` for the address of the link, `webview` for an app. */
      mode: z.nullable(z.string()),
      /** The widget's version. */
      version: z.nullable(z.string()),
    }),
  ),
  /** Whether `way` has every step. If not, it has the beginning and the latest 200 steps, without the steps between them. */
  is_whole: z.boolean(),
  /** The oldest first. */
  way: z.array(
    z.looseObject({
      event: openEnum(linkWayEvents),
      at: timestamp,
      provider: z.nullable(z.string()),
      /** Only for a problem. */
      error_type: z.nullable(z.string()),
      /** The request that led to it; null if none did, such as when a wait ended, or if an earlier version stored it. */
      request_id: z.nullable(id),
      /** Where the person left: a step of the widget. */
      place: z.nullable(z.string()),
    }),
  ),
  /** What was sent to your webhooks about the connections, if you have any. */
  deliveries: z.array(
    z.looseObject({
      event_type: z.string(),
      provider: z.nullable(z.string()),
      at: timestamp,
      webhook_id: id,
      delivery_id: id,
      status: openEnum(deliveryStatuses),
      attempts: z.int(),
      response_status: z.nullable(z.int()),
    }),
  ),
});
export type LinkSessionWay = z.infer<typeof LinkSessionWay>;

/**
 * Finds the link sessions behind an event of the widget by its `link_session_id`, its `request_id` or its time `at`, or the
 * latest sessions of a user. 422 unless the query has exactly one of these.
 */
export const findLinkSessions = endpoint({
  method: 'GET',
  path: '/v1/org/{org_id}/team/{team_id}/link_sessions',
  auth: 'management-key',
  role: 'view',
  query: z.object({
    link_session_id: z.optional(uuid),
    /** The id of any request about the session, whether it changed anything or not. */
    request_id: z.optional(uuid),
    /** Sessions in which something happened up to 15 minutes before or after, the nearest first. */
    at: z.optional(
      z
        .string()
        .check(
          z.regex(
            /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(?:Z|[+-](?:0\d|1\d):[0-5]\d)$/,
            'expected a time such as 2026-11-23T18:05:12Z',
          ),
        )
        .register(z.globalRegistry, { format: 'date-time' }),
    ),
    user_id: z.optional(uuid),
    client_user_id: z.optional(z.string().check(z.maxLength(255))),
  }),
  response: z.looseObject({
    /** At most 20. */
    data: z.array(LinkSessionWay),
    /** Whether there are, or may be, more sessions: older ones of a user, or ones further from the time. */
    has_more: z.optional(z.boolean()),
    /** The user with the `client_user_id` of the query, with or without a session; null if nobody has it, else absent. */
    user_id: z.optional(z.nullable(id)),
  }),
});
