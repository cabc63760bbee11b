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
 * What is noted of a way beside the steps that are counted: the browser went on to the provider's own page and came back
 * from it, the link went on on a phone, the team's server confirmed the connection, the person ended a connection, finished
 * with several, or left.
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

/** Where a person can leave: the widget's steps. */
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

/** What happened in a session: its token was created, it came a step further, something went wrong, its time was over. */
export const linkWayEvents = ['created', ...linkSteps, ...linkTraces, 'problem', 'expired'] as const;

/** The most sessions that are found at once, the most steps of one that are shown, and minutes to either side of a time. */
export const mostFoundSessions = 20;
export const mostShownSteps = 200;
export const minutesAround = 15;

/** A link session and its way: nothing that a person typed, no code and no token. */
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
  /** The page that opened it; null before, and if it was opened by an earlier version. */
  page: z.nullable(
    z.looseObject({
      /** Null if no website did: an address in a message, an app. */
      origin: z.nullable(z.string()),
      /** The widget's `mode`; `link` for the address of the link, `webview` for an app. */
      mode: z.nullable(z.string()),
      /** The widget's version. */
      version: z.nullable(z.string()),
    }),
  ),
  /** Whether the way has all that happened. If not, the steps after its beginning are left out, but for the latest 200. */
  is_whole: z.boolean(),
  /** The oldest first. */
  way: z.array(
    z.looseObject({
      event: openEnum(linkWayEvents),
      at: timestamp,
      provider: z.nullable(z.string()),
      /** Of a problem. */
      error_type: z.nullable(z.string()),
      /** The request that led to it; null if none did, as at the end of a wait, or if it is of an earlier version. */
      request_id: z.nullable(id),
      /** Where the person left: a step of the widget. */
      place: z.nullable(z.string()),
    }),
  ),
  /** What your webhooks were told of the connections, if one listens. */
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
 * Finds the link sessions that an event of the widget was about, by exactly one of what it says: its `link_session_id`, its
 * `request_id`, or its time `at`; or those of a user, the latest ones. 422 if none or several are asked for.
 */
export const findLinkSessions = endpoint({
  method: 'GET',
  path: '/v1/org/{org_id}/team/{team_id}/link_sessions',
  auth: 'management-key',
  role: 'view',
  query: z.object({
    link_session_id: z.optional(uuid),
    /** Of any request about the session, whether it changed anything or not. */
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
    /** Whether there are, or may be, more than these: of a user older ones, around a time some that are further from it. */
    has_more: z.optional(z.boolean()),
    /** The user who has that `client_user_id`, with or without a session; null if nobody has it. Only there if it was asked for. */
    user_id: z.optional(z.nullable(id)),
  }),
});
