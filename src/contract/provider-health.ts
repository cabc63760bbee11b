// For servers only: nothing here is part of a browser's bundle.
import * as z from 'zod/mini';
import { Consent } from './consent.js';
import { endpoint } from './endpoint.js';
import { id, timestamp } from './formats.js';
import { openEnum } from './open-enum.js';
import { queryInteger } from './paging.js';
import { connectionStatuses, ConnectionProblem } from './user.js';

/** Whose application with a provider people sign in to: one of the team's own, or the service's. */
const application = z.nullable(openEnum(['team', 'service']));

/** How far a limit of an application is used, by what for, in the present window. */
export const LimitUse = z.looseObject({
  /** Requests for past data. */
  history: z.int(),
  /** For new data. */
  days: z.int(),
  /** For links. */
  linking: z.int(),
  /** By others with the same application, as the provider says. */
  elsewhere: z.int(),
});
export type LimitUse = z.infer<typeof LimitUse>;

/** A limit of a provider for all requests of one application. */
export const ProviderLimit = z.looseObject({
  /** `service` if this is the limit of the service's application. */
  application,
  /** So many requests are allowed in a window. */
  requests: z.int(),
  /** The length of the window. */
  seconds: z.int(),
  /** Null if other teams use the application too: what they use is not told. */
  used: z.nullable(LimitUse),
  /** The provider takes no request until then; null if it does. */
  blocked_until: z.nullable(timestamp),
});
export type ProviderLimit = z.infer<typeof ProviderLimit>;

/** How the connections of a team with one provider are, and how the provider has answered. */
export const ProviderHealth = z.looseObject({
  /** Slug. */
  provider: z.string(),
  name: z.string(),
  /** Whose application new links go by; null if they need none, or if nobody can link the provider now. */
  application,
  /** Whether the team's own application cannot be decrypted, so that nothing works by it: set it again. */
  application_unreadable: z.optional(z.boolean()),
  /** Whether it fails at the moment for who signs in there, as `LinkProvider` has it. */
  degraded: z.optional(z.boolean()),
  connections: z.looseObject({
    connected: z.int(),
    paused: z.int(),
    error: z.int(),
    /** Of those that are connected: past data is still to come. */
    pulling: z.int(),
    /** Of those that pull: the last try did not succeed, and another one is planned. */
    retrying: z.int(),
  }),
  /** Why connections are broken, what is most frequent first. */
  problems: z.array(
    z.looseObject({
      /** As `error_details` of a user's connection says it; new ones may come. */
      error_type: z.string(),
      connections: z.int(),
      /** When the first of them broke. */
      since: timestamp,
    }),
  ),
  /** Of the last 24 hours by whole hours, for this team's connections. Null for providers without tokens. */
  activity: z.nullable(
    z.looseObject({
      /** How often access was renewed, and when last, if that is not long ago. */
      renewals: z.int(),
      last_renewal_at: z.nullable(timestamp),
      /** How often the provider refused the access. One refusal is no break: it may be an outage. */
      refusals: z.int(),
      /** How often access could not be renewed for another reason, such as no answer. It is tried again. */
      failures: z.int(),
      /** Notices of the provider that concerned the team's connections. */
      notices: z.int(),
      last_notice_at: z.nullable(timestamp),
      /** Requests for data. */
      requests: z.int(),
    }),
  ),
  /** Those that the provider has for an application; of the applications that the team uses. */
  limits: z.array(ProviderLimit),
});
export type ProviderHealth = z.infer<typeof ProviderHealth>;

/**
 * How each provider does that the team can link or has connections with, in the order in which lists show them. Counts that name
 * no user (spec 2.6, 5.4).
 */
export const readProviderHealth = endpoint({
  method: 'GET',
  path: '/v1/org/{org_id}/team/{team_id}/provider_health',
  auth: 'management-key',
  role: 'view',
  response: z.looseObject({ data: z.array(ProviderHealth) }),
});

/** A connection that is broken, or broke before it was paused. The user is named by the service's id only. */
export const BrokenConnection = z.looseObject({
  user_id: id,
  /** Slug. */
  provider: z.string(),
  status: openEnum(connectionStatuses),
  error_details: ConnectionProblem,
});
export type BrokenConnection = z.infer<typeof BrokenConnection>;

/** The broken connections of a team with a provider, the one that broke last first. */
export const listBrokenConnections = endpoint({
  method: 'GET',
  path: '/v1/org/{org_id}/team/{team_id}/broken_connection',
  auth: 'management-key',
  role: 'view',
  query: z.object({
    /** Slug. */
    provider: z.string().check(z.maxLength(100)),
    next_cursor: z.optional(z.string()),
    page_size: queryInteger(1, 100),
  }),
  response: z.looseObject({ data: z.array(BrokenConnection), next_cursor: z.nullable(z.string()) }),
});

/** How one connection of a user stands, without what came over it. */
export const UserConnection = z.looseObject({
  /** Slug. */
  provider: z.string(),
  name: z.string(),
  status: openEnum(connectionStatuses),
  created_on: timestamp,
  /** Whose application it was made by; null if it needs none. */
  application,
  /** What the person agreed to share; null if nothing is on record. */
  consent: z.nullable(Consent),
  /** What the provider has that they did not agree to share; empty if nothing is on record. */
  not_shared: z.array(z.string()),
  /** Null if it works. */
  error_details: z.nullable(ConnectionProblem),
  /** What the person allowed at a real provider; null for others. */
  grant: z.nullable(
    z.looseObject({
      /** When its tokens were got last. */
      renewed_on: timestamp,
      /** When the access token ends; null if it does not. It is renewed before. */
      access_until: z.nullable(timestamp),
      /** Since when the provider refuses it; null if it does not. It is tried again before the connection breaks. */
      refused_since: z.nullable(timestamp),
      /** The provider takes no request for this person until then; null if it does. */
      blocked_until: z.nullable(timestamp),
    }),
  ),
  /** The pulls of past data: how many are on their way, have ended and have failed. */
  historical_pulls: z.looseObject({ pulling: z.int(), success: z.int(), failure: z.int() }),
  /** Why pulls of past data wait or have failed, each reason once. */
  pull_problems: z.array(z.looseObject({ error_type: z.string(), error_message: z.string() })),
  /** When past data is asked for next; null if none is to come. */
  next_attempt_at: z.nullable(timestamp),
  /** When new data is asked for next; null if that is not planned. */
  next_pull_at: z.nullable(timestamp),
});
export type UserConnection = z.infer<typeof UserConnection>;

/** How the connections of a user stand, the oldest first. No data, account or token is in it. */
export const listUserConnections = endpoint({
  method: 'GET',
  path: '/v1/org/{org_id}/team/{team_id}/user/{user_id}/connection',
  auth: 'management-key',
  role: 'view',
  response: z.looseObject({ data: z.array(UserConnection) }),
});

/**
 * A link with which the person renews a broken connection, for whoever has to mend it. The answer has the address alone, whose
 * token never learns the user name, and lets in the account that was connected and no other. A connection that works is 409
 * `connection_works`.
 */
export const createReconnectLink = endpoint({
  method: 'POST',
  path: '/v1/org/{org_id}/team/{team_id}/user/{user_id}/reconnect_link',
  auth: 'management-key',
  repeatable: true,
  role: 'operate',
  body: z.object({
    /** Slug of the provider. */
    provider: z.string(),
  }),
  response: z.looseObject({
    /** Opens the hosted page, in one browser only. */
    link_web_url: z.string(),
    link_session_id: id,
    /** ISO 8601: 60 minutes from now. */
    expires_at: timestamp,
  }),
});
