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

/**
 * The providers of a link token: those that it names, in its order, or else all, with what the people of the team linked most in the
 * last 28 days first.
 */
export const listLinkProviders = endpoint({
  method: 'GET',
  path: '/v2/link/providers',
  auth: 'link-token',
  response: z.array(LinkProvider),
});

/**
 * Starts an OAuth attempt and supersedes an earlier one. `oauth_url` is good once; it binds the attempt
 * to the browser that opens it and goes on to the provider: by itself from the hosted page, or in the browser that the
 * session is bound to; else by the button of a page that says for whom the link was made. If the token names
 * `allowed_origins` that page is a refusal (403, `session_elsewhere`). With `display=window` the attempt ends at the
 * hosted page, which tells the page that opened it; without it, at the token's redirect URL.
 */
export const startOauth = endpoint({
  method: 'GET',
  path: '/v2/link/provider/oauth/{provider}',
  auth: 'link-token',
  query: z.object({ display: z.optional(z.literal('window')) }),
  response: z.looseObject({
    oauth_url: z.string(),
    name: z.string(),
    slug: z.string(),
    logo: z.optional(z.nullable(z.string())),
  }),
  once: true,
});
