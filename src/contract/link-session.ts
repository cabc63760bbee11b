import * as z from 'zod/mini';
import { endpoint } from './endpoint.js';
import { LinkErrorTypeSchema } from './error.js';
import { LinkProvider } from './link-provider.js';
import { openEnum } from './open-enum.js';

const text = z.optional(z.nullable(z.string()));

/** A code that the provider asks for: `method` such as `sms`, and where it went, as far as the provider says. */
export const ProviderMfa = z.looseObject({ method: text, hint: text });
export type ProviderMfa = z.infer<typeof ProviderMfa>;

/** The life of a link session. */
export const linkSessionStates = [
  'created',
  'started',
  'pending_provider_mfa',
  'pending_confirmation',
  'success',
  'error',
] as const;

/**
 * The state of a link session, safe to poll. `attempt` counts the tries begun in this session, so that a
 * reader can tell the outcome of this try from that of the one before.
 */
export const LinkSession = z.looseObject({
  state: openEnum(linkSessionStates),
  link_session_id: z.string(),
  provider: text,
  /**
   * The account at the provider, the same after each link: its id there, or an opaque name if the provider knows
   * people by user name alone. Null before success.
   */
  provider_id: text,
  connected: z.optional(z.nullable(z.boolean())),
  /** Whether the hosted page can extend the token; sent to the session's own browser only. */
  can_extend: z.optional(z.nullable(z.boolean())),
  attempt: z.optional(z.nullable(z.int())),
  provider_mfa: z.optional(z.nullable(ProviderMfa)),
  redirect_url: text,
  on_error: text,
  on_close: text,
  error_type: z.optional(z.nullable(LinkErrorTypeSchema)),
  expires_at: text,
  app_name: text,
  user_label: text,
  allowed_origins: z.optional(z.nullable(z.array(z.string()))),
  terms_url: text,
  privacy_url: text,
  brand: z.optional(z.nullable(z.looseObject({ name: text, color: text, logo: text }))),
});
export type LinkSession = z.infer<typeof LinkSession>;

/** Whether the provider has accepted, so that the session's token can connect nothing more. */
export const hasSucceeded = ({ state }: Pick<LinkSession, 'state'>): boolean =>
  state === 'success' || state === 'pending_confirmation';

/**
 * The one request before the picker: validates the link token and answers the session and its providers.
 * The token goes in the body; `origin` is the page that embeds the widget, checked against the token's
 * `allowed_origins`. `via: "link"` starts a token from an address once and binds it to this browser: from then on
 * the token alone connects nothing. `via: "page"` binds it to the latest browser. Both are for the hosted page, which
 * then sends the session's id in `X-Svc-Link-Session` and the browser's cookie instead of the token.
 */
export const startLink = endpoint({
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
  response: z.looseObject({ session: LinkSession, providers: z.array(LinkProvider) }),
});
export type StartedLink = z.infer<typeof startLink.response>;

/**
 * The session's state, also after the token is consumed. In a browser that came to the hosted page by a form with
 * `display=page`, `redirect_url` is the page to return to, whatever the outcome.
 */
export const readLinkState = endpoint({
  method: 'GET',
  path: '/v2/link/state',
  auth: 'link-token',
  response: LinkSession,
});
