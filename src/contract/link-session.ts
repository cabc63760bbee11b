import * as z from 'zod/mini';
import { Consent } from './consent.js';
import { endpoint } from './endpoint.js';
import { LinkErrorTypeSchema } from './error.js';
import { LinkProvider } from './link-provider.js';
import { openEnum } from './open-enum.js';

const text = z.optional(z.nullable(z.string()));

/** A code that the provider asks for. `method` is such as `sms`; `hint` says where it was sent, if the provider tells. */
export const ProviderMfa = z.looseObject({ method: text, hint: text });
export type ProviderMfa = z.infer<typeof ProviderMfa>;

/**
 * The connection that a link renews: whether it is `broken`, and the `username` and `region` to sign in with. Both are null
 * if they are unknown, for OAuth, after success, and in a browser that opened the address of the link.
 */
export const Reconnect = z.looseObject({
  username: text,
  region: text,
  broken: z.optional(z.nullable(z.boolean())),
});

/** The life of a link session. */
export const linkSessionStates = [
  'created',
  'started',
  'pending_provider_mfa',
  'pending_confirmation',
  'success',
  'error',
] as const;

/** The states of a handoff to a phone. */
export const handoffStates = ['offered', 'opened', 'accepted', 'declined', 'expired', 'ended'] as const;

/**
 * A handoff to a phone. `offered`: its address was made. `opened`: a phone opened it and asks the person. `accepted`: they
 * continue there. `declined`: they do not. `expired`, `ended`: it is over, and a new handoff can be made.
 */
export const Handoff = z.looseObject({
  id: z.string(),
  state: openEnum(handoffStates),
  /** Until when the address can be opened, or the question answered. */
  expires_at: text,
  /** Whether the phone waits for its number to be typed here. */
  needs_number: z.optional(z.nullable(z.boolean())),
});
export type Handoff = z.infer<typeof Handoff>;

/**
 * The state of a link session, safe to poll. `attempt` counts the tries begun in this session, so that a reader does not
 * take the outcome of the previous try for the outcome of this one.
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
  /**
   * Whether this session can make further connections. Only true if the token says `multiple`, until the person has finished
   * or the token ends.
   */
  multiple: z.optional(z.nullable(z.boolean())),
  /** Whether the person may end connections here. Only true if the token says `manage`. */
  manage: z.optional(z.nullable(z.boolean())),
  /** The connections made so far, oldest first, without those that have been disconnected since; null without `multiple`. */
  connections: z.optional(
    z.nullable(
      z.array(
        z.looseObject({ provider: z.string(), provider_id: text, consent: z.optional(z.nullable(Consent)) }),
      ),
    ),
  ),
  /** Whether the hosted page can extend the token; sent to the session's own browser only. */
  can_extend: z.optional(z.nullable(z.boolean())),
  /** Whether the link may be continued on a phone; false on that phone, and if the session cannot connect. */
  can_hand_off: z.optional(z.nullable(z.boolean())),
  /** The phone on which the link is continued; null if there is none. */
  handoff: z.optional(z.nullable(Handoff)),
  /**
   * Only while a connection made on a phone waits for the team (`confirm: "host"`), and only for the browser that handed the
   * link over.
   */
  confirm_code: text,
  attempt: z.optional(z.nullable(z.int())),
  provider_mfa: z.optional(z.nullable(ProviderMfa)),
  redirect_url: text,
  on_error: text,
  on_close: text,
  error_type: z.optional(z.nullable(LinkErrorTypeSchema)),
  /** What the person agreed to; null before success. */
  consent: z.optional(z.nullable(Consent)),
  expires_at: text,
  app_name: text,
  user_label: text,
  allowed_origins: z.optional(z.nullable(z.array(z.string()))),
  /** Null if the link makes a new connection. Otherwise the link renews the user's connection with `provider`. */
  reconnect: z.optional(z.nullable(Reconnect)),
  terms_url: text,
  privacy_url: text,
  brand: z.optional(z.nullable(z.looseObject({ name: text, color: text, logo: text }))),
});
export type LinkSession = z.infer<typeof LinkSession>;

/** Whether the provider has accepted the latest try. Unless the session is `multiple`, its token can connect nothing more. */
export const hasSucceeded = ({ state }: Pick<LinkSession, 'state'>): boolean =>
  state === 'success' || state === 'pending_confirmation';

/**
 * The one request before the picker: validates the link token and answers the session and its providers. The token goes in
 * the body. `origin` is the page that embeds the widget, checked against the token's `allowed_origins`. `via: "link"` starts
 * a token that came in an address. It works once and binds the token to this browser: from then on the token alone connects
 * nothing. `via: "page"` binds the token to the latest browser. Both are for the hosted page, which then sends the session's
 * id in `X-Svc-Link-Session` and the browser's cookie instead of the token. `mode` and `version` are the widget's, for the
 * team's support.
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
    mode: z.optional(z.string()),
  }),
  response: z.looseObject({ session: LinkSession, providers: z.array(LinkProvider) }),
});
export type StartedLink = z.infer<typeof startLink.response>;

/**
 * The session's state, also after the token is used up. In a browser that came to the hosted page by a form with
 * `display=page`, `redirect_url` is the page to return to, whatever the outcome.
 */
export const readLinkState = endpoint({
  method: 'GET',
  path: '/v2/link/state',
  auth: 'link-token',
  response: LinkSession,
});
