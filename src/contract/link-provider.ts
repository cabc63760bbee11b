import * as z from 'zod/mini';
import { endpoint } from './endpoint.js';
import { openEnum } from './open-enum.js';

/** How a person signs in with a provider. Non-exhaustive: an unknown way cannot be linked by this version. */
export const authTypes = ['oauth', 'password'] as const;

/** A provider that a link token offers. `resources` are resource names such as `sleep` or `workouts`. */
export const LinkProvider = z.looseObject({
  name: z.string(),
  slug: z.string(),
  description: z.optional(z.nullable(z.string())),
  logo: z.optional(z.nullable(z.string())),
  auth_type: openEnum(authTypes),
  regions: z.optional(z.nullable(z.array(z.string()))),
  resources: z.optional(z.nullable(z.array(z.string()))),
  connected: z.optional(z.nullable(z.boolean())),
});
export type LinkProvider = z.infer<typeof LinkProvider>;

/** The providers of a link token, filtered as the token says. */
export const listLinkProviders = endpoint({
  method: 'GET',
  path: '/v2/link/providers',
  auth: 'link-token',
  response: z.array(LinkProvider),
});
