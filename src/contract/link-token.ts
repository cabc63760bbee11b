// For servers only: nothing here is part of a browser's bundle.
import * as z from 'zod/mini';
import { Consent } from './consent.js';
import { endpoint } from './endpoint.js';
import { id, timestamp } from './formats.js';
import { linkSessionStates, startLink } from './link-session.js';
import { openEnum } from './open-enum.js';
import { uuid } from './uuid.js';

const text = z.optional(z.nullable(z.string()));

/**
 * The options of a link. An empty list restricts nothing. `allowed_origins` are exact: no wildcard, no path; frames need
 * them. `redirect_url` is https, http on loopback, or an app scheme with a dot. 422 names the broken rule: `rule` of
 * `redirect_url_not_allowed`, or `type` of a place in the body.
 */
export const LinkTokenRequest = z.object({
  /** The user who connects: `user_id` of `createUser`. */
  user_id: uuid,
  /** Slug of the one provider to connect. */
  provider: text,
  /** Slug of a provider that the user has connected. The link renews that connection, only for the same account. */
  reconnect: text,
  /** Where the browser or the app goes with the result. */
  redirect_url: text,
  /**
   * Slugs of the providers to offer, in this order; if empty, all providers. With `manage` the providers that the person has
   * connected come first, also in this order.
   */
  filter_on_providers: z.optional(z.nullable(z.array(z.string()))),
  /** `redirect` follows `redirect_url` also after a problem that the person cannot solve. */
  on_error: z.optional(z.nullable(z.literal('redirect'))),
  /** `redirect` follows `redirect_url` also when the person leaves. */
  on_close: z.optional(z.nullable(z.literal('redirect'))),
  /** The exact origins of the pages that may start the link; frames need them. */
  allowed_origins: z.optional(z.nullable(z.array(z.string()))),
  /** Your product's name, as people know it. */
  app_name: text,
  /** How the hosted page names the person for whom the link is, such as by their email address. */
  user_label: text,
  /** `host` makes the connection only after your server confirmed it. */
  confirm: z.optional(z.nullable(z.literal('host'))),
  /** `false` does not offer to continue on a phone, and refuses it. */
  handoff: z.optional(z.nullable(z.boolean())),
  /** Refuses an account that another of your users has connected. */
  reject_duplicate_connection: z.optional(z.nullable(z.boolean())),
  /** `start` adds `start` to the answer. The picker then needs no request of its own. */
  include: z.optional(z.nullable(z.array(z.literal('start')))),
  /** Names of the resources that you need. If a provider has them, nobody may leave them out. */
  required_resources: z.optional(z.nullable(z.array(z.string()))),
  /** Lets the person make several connections, until they finish. Not together with `confirm`. */
  multiple: z.optional(z.nullable(z.boolean())),
  /** Lets the person end their connections. */
  manage: z.optional(z.nullable(z.boolean())),
});
export type LinkTokenRequest = z.infer<typeof LinkTokenRequest>;

/**
 * Makes a link token. `link_web_url` opens the hosted page with the token in its fragment. The token lives 60 minutes, or
 * longer with `extendLinkToken`. `start` is present if `include` names it, and is what `startLink` would answer. It starts
 * nothing: the session is still `created`, and the browser's own start counts.
 * With `reconnect` the fragment of `link_web_url` has a different token, which never receives the user name. 404
 * `not_connected` if the user does not have that connection.
 */
export const createLinkToken = endpoint({
  method: 'POST',
  path: '/v2/link/token',
  auth: 'api-key',
  repeatable: true,
  body: LinkTokenRequest,
  response: z.looseObject({
    link_token: z.string(),
    link_web_url: z.string(),
    link_session_id: id,
    expires_at: timestamp,
    start: z.optional(startLink.response),
  }),
});

/**
 * Whether a link token can still be used. `state` and `expires_at` are null for an unknown token. If a browser started the
 * token from an address, the token works only in that browser, so it is not valid by itself.
 */
export const isLinkTokenValid = endpoint({
  method: 'POST',
  path: '/v2/link/token/isValid',
  auth: 'none',
  once: false,
  body: z.object({ token: z.string() }),
  response: z.looseObject({
    valid: z.boolean(),
    state: z.nullable(openEnum(linkSessionStates)),
    expires_at: z.nullable(timestamp),
  }),
});

/**
 * Gives an unfinished link token more time: it expires 60 minutes later, but at most 4 hours after it was made. At that
 * limit `expires_at` stays as it was. A token that is used up, expired, unknown or of another team is 401, with the token's
 * `error_type`.
 */
export const extendLinkToken = endpoint({
  method: 'POST',
  path: '/v2/link/token/extend',
  auth: 'api-key',
  repeatable: false,
  body: z.object({ link_token: z.string() }),
  response: z.looseObject({
    /** ISO 8601: when the link token now expires. */
    expires_at: timestamp,
  }),
});

/** How a session ended, and for whom. */
export const SessionReport = z.looseObject({
  link_session_id: id,
  /** The state of the session; new ones may come. */
  state: openEnum(linkSessionStates),
  /** The user of the link. Compare it with the user who is signed in to your product. */
  user_id: id,
  /** Slug of the provider that was chosen. */
  provider: z.nullable(z.string()),
  /** Whether the session connected it. Stays true when the connection ends; `connections` says what still exists. */
  connected: z.boolean(),
  /** The account at the provider, the same after each link. Null before success. */
  provider_id: z.nullable(z.string()),
  /** Why it failed. */
  error_type: z.nullable(z.string()),
  /** The `redirect_url` of the token. */
  redirect_url: z.nullable(z.string()),
  /** What the person agreed to share, which text they saw, in which language and when. Null before success. */
  consent: z.nullable(Consent),
  /** ISO 8601. */
  created_on: timestamp,
  /** ISO 8601: the end of the link token. */
  expires_at: timestamp,
  /** The connections that the session made, oldest first: at most one, unless the token said `multiple`. */
  connections: z.array(
    z.looseObject({
      provider: z.string(),
      /** The account at the provider. */
      provider_id: z.string(),
      /** What the person agreed to; null if nothing is on record. */
      consent: z.nullable(Consent),
      /** Whether the user still has this connection. */
      connected: z.boolean(),
      /** ISO 8601. */
      connected_on: timestamp,
    }),
  ),
});
export type SessionReport = z.infer<typeof SessionReport>;

/** Reads how a session ended; a team's server checks it after a redirect or a message. */
export const readLinkSession = endpoint({
  method: 'GET',
  path: '/v2/link/session/{link_session_id}',
  auth: 'api-key',
  response: SessionReport,
});

/**
 * Makes the connection of a session that waits for the team (`confirm: "host"`). Only the browser that finished received the
 * code, so the team's server knows who uses it. The code works once, within 60 seconds. A wrong code is 400
 * `confirm_code_wrong`. 409 `not_waiting_for_confirmation` if the session does not wait, or no longer waits.
 */
export const confirmLinkSession = endpoint({
  method: 'POST',
  path: '/v2/link/session/{link_session_id}/confirm',
  auth: 'api-key',
  repeatable: true,
  body: z.object({ confirm_code: z.string() }),
  response: SessionReport,
});
