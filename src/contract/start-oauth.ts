import * as z from 'zod/mini';
import { endpoint } from './endpoint.js';

// Apart from the session and the providers, whose schemas a window of OAuth has no use for.

/** What `startLink` sends. */
export const startRequest = {
  method: 'POST',
  path: '/v2/link/start',
  auth: 'none',
  plain: true,
  body: z.object({
    link_token: z.optional(z.string()),
    origin: z.optional(z.string()),
    via: z.optional(z.literal(['link', 'page'])),
    version: z.optional(z.string()),
  }),
} as const;

/** `startLink` for a window that goes to the provider at once. */
export const startWindow = endpoint({
  ...startRequest,
  response: z.looseObject({ session: z.looseObject({ link_session_id: z.string() }) }),
});

/**
 * Starts an OAuth attempt and supersedes an earlier one. `oauth_url` is good once; it binds the attempt
 * to the browser that opens it and goes on to the provider. With `display=window` the attempt ends at the
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
