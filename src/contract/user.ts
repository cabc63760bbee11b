// For servers only: nothing here is part of a browser's bundle.
import * as z from 'zod/mini';
import { endpoint } from './endpoint.js';
import { openEnum } from './open-enum.js';

const timestamp = z.string();

/** A provider as users see it (spec 2.5, 2.15). */
export const ProviderObject = z.looseObject({ name: z.string(), slug: z.string(), logo: z.string() });

/** A user of a team (spec 2.5). */
export const User = z.looseObject({
  user_id: z.string(),
  team_id: z.string(),
  client_user_id: z.string(),
  created_on: timestamp,
  connected_sources: z.array(z.looseObject({ created_on: timestamp, source: ProviderObject })),
  fallback_birth_date: z.nullable(
    z.looseObject({ value: z.string(), source_slug: z.string(), updated_at: timestamp }),
  ),
  fallback_time_zone: z.nullable(
    z.looseObject({ id: z.string(), source_slug: z.string(), updated_at: timestamp }),
  ),
});
export type User = z.infer<typeof User>;

/** Creates a user. A `client_user_id` that is taken answers 400 with the existing user's id (spec 7). */
export const createUser = endpoint({
  method: 'POST',
  path: '/v2/user',
  auth: 'api-key',
  body: z.object({ client_user_id: z.string().check(z.minLength(1), z.maxLength(255)) }),
  response: User,
});

/** Reads a user. */
export const readUser = endpoint({
  method: 'GET',
  path: '/v2/user/{user_id}',
  auth: 'api-key',
  response: User,
});

const scopes = z.looseObject({ required: z.array(z.string()), optional: z.array(z.string()) });

/** Whether a resource can be read over a connection, and the scopes that decide it (spec 2.6). */
export const ResourceAvailability = z.looseObject({
  status: openEnum(['available', 'unavailable']),
  scope_requirements: z.looseObject({ user_granted: scopes, user_denied: scopes }),
});

/** A provider that a user has connected (spec 2.6). */
export const UserProvider = z.looseObject({
  name: z.string(),
  slug: z.string(),
  logo: z.string(),
  status: openEnum(['connected', 'error']),
  created_on: timestamp,
  resource_availability: z.record(z.string(), ResourceAvailability),
  error_details: z.nullable(z.looseObject({})),
});
export type UserProvider = z.infer<typeof UserProvider>;

/** The providers that a user has connected (spec 4.2). */
export const listUserProviders = endpoint({
  method: 'GET',
  path: '/v2/user/providers/{user_id}',
  auth: 'api-key',
  response: z.looseObject({ providers: z.array(UserProvider) }),
});

/** Every provider of the service (spec 4.13). */
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
