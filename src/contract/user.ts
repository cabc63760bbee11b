// For servers only: nothing here is part of a browser's bundle.
import * as z from 'zod/mini';
import { calendarDate } from './calendar-date.js';
import { Consent } from './consent.js';
import { endpoint } from './endpoint.js';
import { date, id, timestamp } from './formats.js';
import { openEnum } from './open-enum.js';
import { furthestOffset, queryInteger } from './paging.js';
import { timeZone } from './time-zone.js';
import { uuid } from './uuid.js';

/** A provider as users see it (spec 2.5, 2.15). */
export const ProviderObject = z.looseObject({ name: z.string(), slug: z.string(), logo: z.string() });

/** A user of a team (spec 2.5). */
export const User = z.looseObject({
  user_id: id,
  team_id: id,
  /** Your own id for the user; null if you gave none. */
  client_user_id: z.nullable(z.string()),
  created_on: timestamp,
  connected_sources: z.array(z.looseObject({ created_on: timestamp, source: ProviderObject })),
  /** Used if no provider supplies a birth date. `source_slug` is `manual`, or the provider whose profile supplied this one. */
  fallback_birth_date: z.nullable(
    z.looseObject({ value: date, source_slug: z.string(), updated_at: timestamp }),
  ),
  /** The same for the time zone. `id` is the name of an IANA time zone. */
  fallback_time_zone: z.nullable(
    z.looseObject({ id: z.string(), source_slug: z.string(), updated_at: timestamp }),
  ),
});
export type User = z.infer<typeof User>;

/**
 * Creates a user. A `client_user_id` that is taken answers 400 with the existing user's id (spec 7); without one, every
 * request makes another user. Fallbacks that you leave out are taken from the profile of a provider, once there is one.
 */
export const createUser = endpoint({
  method: 'POST',
  path: '/v2/user',
  auth: 'api-key',
  repeatable: true,
  body: z.object({
    /** Your own id for the user, unique in a team. */
    client_user_id: z.optional(z.nullable(z.string().check(z.minLength(1), z.maxLength(255)))),
    /** YYYY-MM-DD. */
    fallback_birth_date: z.optional(z.nullable(calendarDate)),
    /** The name of an IANA time zone. */
    fallback_time_zone: z.optional(z.nullable(timeZone)),
  }),
  response: User,
});

/** Reads a user. */
export const readUser = endpoint({
  method: 'GET',
  path: '/v2/user/{user_id}',
  auth: 'api-key',
  response: User,
});

/** How many users a page of the list holds by default (spec 8). */
export const usersOnPage = 100;

/**
 * The users of the team, oldest first. A new user comes at the end, and so does a user who was brought back (spec 4.5). 422
 * outside the limits.
 */
export const listUsers = endpoint({
  method: 'GET',
  path: '/v2/user/',
  auth: 'api-key',
  query: z.object({
    /** `next_cursor` of the previous answer, for the next page. A late page takes no longer than the first. Without `offset`. */
    next_cursor: z.optional(z.string()),
    /** @deprecated Use `next_cursor`: for an offset the service reads all users before it. */
    offset: queryInteger(0, furthestOffset),
    limit: queryInteger(1, 500),
  }),
  response: z.looseObject({
    users: z.array(User),
    total: z.int(),
    /** How many users came before the page. */
    offset: z.int(),
    limit: z.int(),
    /** Null on the last page; a service of an earlier version sends none. */
    next_cursor: z.optional(z.nullable(z.string())),
  }),
});

const success = z.looseObject({ success: z.boolean() });

/**
 * Deletes a user: the provider connections at once, the rest after 7 days. The link tokens of the user stop working and
 * `client_user_id` is free again.
 */
export const deleteUser = endpoint({
  method: 'DELETE',
  path: '/v2/user/{user_id}',
  auth: 'api-key',
  response: success,
});

/** Ends the user's connection with a provider. 404 if there is none. */
export const disconnectProvider = endpoint({
  method: 'DELETE',
  path: '/v2/user/{user_id}/{provider}',
  auth: 'api-key',
  response: success,
});

/** Names the user by one of two ids. */
const deletedUser = z.object({
  user_id: z.optional(z.nullable(uuid)),
  client_user_id: z.optional(z.nullable(z.string())),
});

/**
 * Brings a deleted user back within 7 days, without the connections (spec 4.6). Name the user by one of two ids, in the
 * query, in the body, or the same in both. 404 for a user who is unknown, not deleted, or deleted for good. 409 if another
 * user now has the `client_user_id`; the answer then has that user's `user_id` and `created_on`.
 */
export const undoDeleteUser = endpoint({
  method: 'POST',
  path: '/v2/user/undo_delete',
  auth: 'api-key',
  repeatable: true,
  query: deletedUser,
  body: deletedUser,
  response: success,
});

const scopes = z.looseObject({ required: z.array(z.string()), optional: z.array(z.string()) });

/** Why a resource cannot be read over a connection. Non-exhaustive. */
export const unavailableReasons = ['not_chosen', 'not_granted'] as const;

/** Whether a resource can be read over a connection, and the scopes that decide it (spec 2.6). */
export const ResourceAvailability = z.looseObject({
  status: openEnum(['available', 'unavailable']),
  /**
   * Why the resource is unavailable: `not_chosen` if the person left it out before signing in, `not_granted` if the provider
   * did not grant a scope that it needs. Null if it is available; events of earlier versions lack this field.
   */
  reason: z.optional(z.nullable(openEnum(unavailableReasons))),
  scope_requirements: z.looseObject({ user_granted: scopes, user_denied: scopes }),
});

/** Why a connection is broken. It stays broken until the person links again (spec 2.6). */
export const ConnectionProblem = z.looseObject({
  /** Such as `provider_data_refused`; new values may come. */
  error_type: z.string(),
  /** For developers. */
  error_message: z.string(),
  /** ISO 8601: when the connection broke. */
  since: timestamp,
});
export type ConnectionProblem = z.infer<typeof ConnectionProblem>;

/** The states of a connection (spec 2.6). Non-exhaustive. */
export const connectionStatuses = ['connected', 'error', 'paused'] as const;

/** A provider that a user has connected (spec 2.6). */
export const UserProvider = z.looseObject({
  name: z.string(),
  slug: z.string(),
  logo: z.string(),
  /** `error` if the connection is broken and brings no more data; new values may come. */
  status: openEnum(connectionStatuses),
  created_on: timestamp,
  resource_availability: z.record(z.string(), ResourceAvailability),
  /** What the person agreed to share; null if nothing is on record, such as for an imported connection. */
  consent: z.nullable(Consent),
  /** Null if there is no error. */
  error_details: z.nullable(ConnectionProblem),
});
export type UserProvider = z.infer<typeof UserProvider>;

/** The providers that a user has connected (spec 4.2). */
export const listUserProviders = endpoint({
  method: 'GET',
  path: '/v2/user/providers/{user_id}',
  auth: 'api-key',
  response: z.looseObject({ providers: z.array(UserProvider) }),
});

/** The providers that the users of the key's team can link (spec 4.13). */
export const listProviders = endpoint({
  method: 'GET',
  path: '/v2/providers',
  auth: 'api-key',
  response: z.array(
    z.looseObject({
      name: z.string(),
      slug: z.string(),
      logo: z.string(),
      auth_type: openEnum(['oauth', 'password']),
      supported_resources: z.array(z.string()),
    }),
  ),
});
