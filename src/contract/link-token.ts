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
 * The options of a link. Lists are empty if nothing is to be restricted. `allowed_origins` are
 * exact: no wildcard, no path; frames need them. `redirect_url` is https, http on loopback, or an app scheme with a
 * dot. 422 names the rule that is broken: `rule` of `redirect_url_not_allowed`, `type` of a place in the body.
 */
export const LinkTokenRequest = z.object({
  /** Who connects, as `createUser` named them. */
  user_id: uuid,
  /** Slug of the one provider to connect. */
  provider: text,
  /** Slug of a provider that the user has connected: the link renews that connection, for the same account only. */
  reconnect: text,
  /** Where the browser or the app goes with the result. */
  redirect_url: text,
  /**
   * Slugs of the providers to offer, in this order; all of them if it is empty. With `manage` what the person has connected
   * comes first, in this order too.
   */
  filter_on_providers: z.optional(z.nullable(z.array(z.string()))),
  /** `redirect` follows `redirect_url` after a problem that cannot be mended too. */
  on_error: z.optional(z.nullable(z.literal('redirect'))),
  /** `redirect` follows `redirect_url` when the person leaves too. */
  on_close: z.optional(z.nullable(z.literal('redirect'))),
  /** Origins of the pages that may start it, exactly; frames need them. */
  allowed_origins: z.optional(z.nullable(z.array(z.string()))),
  /** Your product's name, as people know it. */
  app_name: text,
  /** Whom the hosted page says it connects, such as their email address. */
  user_label: text,
  /** `host` makes the connection only after your server confirmed it. */
  confirm: z.optional(z.nullable(z.literal('host'))),
  /** `false` never offers to continue on a phone, and refuses it. */
  handoff: z.optional(z.nullable(z.boolean())),
  /** Refuses an account that another of your users has connected. */
  reject_duplicate_connection: z.optional(z.nullable(z.boolean())),
  /** `start` answers `start` beside the token: with it the picker needs no request of its own. */
  include: z.optional(z.nullable(z.array(z.literal('start')))),
  /** Names of the resources that you cannot do without: nobody may leave them out, where a provider has them. */
  required_resources: z.optional(z.nullable(z.array(z.string()))),
  /** Lets the person make several connections, until they finish. Not together with `confirm`. */
  multiple: z.optional(z.nullable(z.boolean())),
  /** Lets the person end connections of theirs. */
  manage: z.optional(z.nullable(z.boolean())),
});
export type LinkTokenRequest = z.infer<typeof LinkTokenRequest>;

/**
 * `link_web_url` opens the hosted page with the token in its fragment; the token lives 60 minutes, and longer if
 * `extendLinkToken` says so. `start` comes if `include` names it: what `startLink` would answer. It starts nothing, so its
 * session is still `created`, and the browser's own start counts.
 * With `reconnect` the fragment of `link_web_url` has a token of its own, which never learns the user name. A user without
 * that connection is 404 `not_connected`.
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
 * Whether a link token can still be used. `state` and `expires_at` are null for an unknown token. A token from an
 * address that a browser has started serves that browser only, so it is not valid by itself.
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
 * Gives an unfinished link token more time: its end is 60 minutes later, and at most 4 hours after it was made. At that
 * limit `expires_at` is what it was. One that is used up, expired, unknown or of another team is 401, with the
 * token's `error_type`.
 */
export const extendLinkToken = endpoint({
  method: 'POST',
  path: '/v2/link/token/extend',
  auth: 'api-key',
  repeatable: false,
  body: z.object({ link_token: z.string() }),
  response: z.looseObject({
    /** ISO 8601: the end of the link token from now on. */
    expires_at: timestamp,
  }),
});

/** How a session ended, and for whom. */
export const SessionReport = z.looseObject({
  link_session_id: id,
  /** The state of the session; new ones may come. */
  state: openEnum(linkSessionStates),
  /** The user of the link: compare it with the one who is signed in. */
  user_id: id,
  /** Slug of the provider that was chosen. */
  provider: z.nullable(z.string()),
  /** Whether the session has connected it. That stays so when the connection ends: `connections` says what there still is. */
  connected: z.boolean(),
  /** The account at the provider, the same after each link. Null before success. */
  provider_id: z.nullable(z.string()),
  /** Why it failed. */
  error_type: z.nullable(z.string()),
  /** Where the token leads back to. */
  redirect_url: z.nullable(z.string()),
  /** What the person agreed to share, by which words, in which language and when. Null before success. */
  consent: z.nullable(Consent),
  /** ISO 8601. */
  created_on: timestamp,
  /** ISO 8601: the end of the link token. */
  expires_at: timestamp,
  /** What the session has connected, the latest last: one at most, unless the token said `multiple`. */
  connections: z.array(
    z.looseObject({
      provider: z.string(),
      /** The account at the provider. */
      provider_id: z.string(),
      /** What the person agreed to; null if nobody said what was shown. */
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
 * Makes the connection of a session that waits for the team (`confirm: "host"`). The code reached only the
 * browser that finished, so the team's server knows who sits there; it is good once, for 60 seconds. A wrong
 * code is 400 `confirm_code_wrong`; a session that does not wait, or not any more, 409 `not_waiting_for_confirmation`.
 */
export const confirmLinkSession = endpoint({
  method: 'POST',
  path: '/v2/link/session/{link_session_id}/confirm',
  auth: 'api-key',
  repeatable: true,
  body: z.object({ confirm_code: z.string() }),
  response: SessionReport,
});
