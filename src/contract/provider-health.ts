// For servers only: nothing here is part of a browser's bundle.
import * as z from 'zod/mini';
import { Consent } from './consent.js';
import { endpoint } from './endpoint.js';
import { id, timestamp } from './formats.js';
import { openEnum } from './open-enum.js';
import { queryInteger } from './paging.js';
import { connectionStatuses, ConnectionProblem } from './user.js';

/** The owner of the application with a provider that people sign in to: the team or the service. */
const application = z.nullable(openEnum(['team', 'service']));

/** How much of an application's limit is used in the current window, by purpose. */
export const LimitUse = z.looseObject({
  /** Requests for past data. */
  history: z.int(),
  /** Requests for new data. */
  days: z.int(),
  /** Requests for links. */
  linking: z.int(),
  /** Requests by others with the same application, as the provider reports them. */
  elsewhere: z.int(),
});
export type LimitUse = z.infer<typeof LimitUse>;

/** A limit of a provider for all requests of one application. */
export const ProviderLimit = z.looseObject({
  /** `service` if this is the limit of the service's application. */
  application,
  /** How many requests are allowed in a window. */
  requests: z.int(),
  /** The length of the window, in seconds. */
  seconds: z.int(),
  /** Null if other teams use the application too, because their use is not shown. */
  used: z.nullable(LimitUse),
  /** Until when the provider accepts no request; null if it accepts them now. */
  blocked_until: z.nullable(timestamp),
});
export type ProviderLimit = z.infer<typeof ProviderLimit>;

/** The state of a team's connections with one provider, and how the provider has answered. */
export const ProviderHealth = z.looseObject({
  /** Slug. */
  provider: z.string(),
  name: z.string(),
  /** The owner of the application that new links use; null if they need none, or if nobody can link the provider now. */
  application,
  /** Whether the team's own application cannot be decrypted, so that nothing works with it: set it again. */
  application_unreadable: z.optional(z.boolean()),
  /** Whether the provider is failing at the moment for people who sign in, as in `LinkProvider`. */
  degraded: z.optional(z.boolean()),
  connections: z.looseObject({
    connected: z.int(),
    paused: z.int(),
    error: z.int(),
    /** How many of `connected` still wait for past data. */
    pulling: z.int(),
    /** How many of `pulling` failed at the last try and will be tried again. */
    retrying: z.int(),
  }),
  /** Why connections are broken, the most frequent reason first. */
  problems: z.array(
    z.looseObject({
      /** As in `error_details` of a user's connection; new values may come. */
      error_type: z.string(),
      connections: z.int(),
      /** When the first of these connections broke. */
      since: timestamp,
    }),
  ),
  /** The last 24 hours, in whole hours, of this team's connections. Null for providers without tokens. */
  activity: z.nullable(
    z.looseObject({
      /** How often access was renewed, and when it was last renewed if that is not long ago. */
      renewals: z.int(),
      last_renewal_at: z.nullable(timestamp),
      /** How often the provider refused access. One refusal does not break a connection, because it may be an outage. */
      refusals: z.int(),
      /** How often access could not be renewed for another reason, such as no answer. The service tries again. */
      failures: z.int(),
      /** How many notices of the provider concerned the team's connections. */
      notices: z.int(),
      last_notice_at: z.nullable(timestamp),
      /** How many requests for data were made. */
      requests: z.int(),
    }),
  ),
  /** The provider's limits for each application that the team uses. */
  limits: z.array(ProviderLimit),
});
export type ProviderHealth = z.infer<typeof ProviderHealth>;

/**
 * The health of each provider that the team can link or has connections with, in the order in which lists show them. These
 * are counts, which name no user (spec 2.6, 5.4).
 */
export const readProviderHealth = endpoint({
  method: 'GET',
  path: '/v1/org/{org_id}/team/{team_id}/provider_health',
  auth: 'management-key',
  role: 'view',
  response: z.looseObject({ data: z.array(ProviderHealth) }),
});

/** A connection that is broken, or that broke before it was paused. It names the user only by the service's id. */
export const BrokenConnection = z.looseObject({
  user_id: id,
  /** Slug. */
  provider: z.string(),
  status: openEnum(connectionStatuses),
  error_details: ConnectionProblem,
});
export type BrokenConnection = z.infer<typeof BrokenConnection>;

/** The broken connections of a team with a provider, starting with the one that broke last. */
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

/** The state of one connection of a user, without its data. */
export const UserConnection = z.looseObject({
  /** Slug. */
  provider: z.string(),
  name: z.string(),
  status: openEnum(connectionStatuses),
  created_on: timestamp,
  /** The owner of the application that it was made with; null if it needs none. */
  application,
  /** What the person agreed to share; null if nothing is on record. */
  consent: z.nullable(Consent),
  /** The provider's resources that the person did not agree to share; empty if nothing is on record. */
  not_shared: z.array(z.string()),
  /** Null if it works. */
  error_details: z.nullable(ConnectionProblem),
  /** The access that the person allowed at a real provider; null for other providers. */
  grant: z.nullable(
    z.looseObject({
      /** When the service last received tokens. */
      renewed_on: timestamp,
      /** When the access token expires; null if it does not. The service renews it before that. */
      access_until: z.nullable(timestamp),
      /** Since when the provider refuses access; null if it does not. The service tries again before the connection breaks. */
      refused_since: z.nullable(timestamp),
      /** Until when the provider accepts no request for this person; null if it accepts them now. */
      blocked_until: z.nullable(timestamp),
    }),
  ),
  /** The pulls of past data: how many are under way, have succeeded and have failed. */
  historical_pulls: z.looseObject({ pulling: z.int(), success: z.int(), failure: z.int() }),
  /** Why pulls of past data wait or have failed, each reason once. */
  pull_problems: z.array(z.looseObject({ error_type: z.string(), error_message: z.string() })),
  /** When the service next requests past data; null if none is to come. */
  next_attempt_at: z.nullable(timestamp),
  /** When the service next requests new data; null if that is not planned. */
  next_pull_at: z.nullable(timestamp),
});
export type UserConnection = z.infer<typeof UserConnection>;

/** The states of a user's connections, oldest first. The answer holds no data, account or token. */
export const listUserConnections = endpoint({
  method: 'GET',
  path: '/v1/org/{org_id}/team/{team_id}/user/{user_id}/connection',
  auth: 'management-key',
  role: 'view',
  response: z.looseObject({ data: z.array(UserConnection) }),
});

/**
 * Makes a link with which the person renews a broken connection, for the people of the team who help them. The answer has
 * only the address. Its token never receives the user name, and accepts only the account that was connected. 409
 * `connection_works` if the connection is not broken.
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
