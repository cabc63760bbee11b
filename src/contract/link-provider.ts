import * as z from 'zod/mini';
import { endpoint } from './endpoint.js';
import { openEnum } from './open-enum.js';

/** How a person signs in with a provider. Non-exhaustive: this version cannot link a provider with an unknown value. */
export const authTypes = ['oauth', 'password'] as const;

const text = z.optional(z.nullable(z.string()));

/** What people sign in with. Non-exhaustive: the form treats an unknown kind as an email. */
export const usernameKinds = ['email', 'phone', 'name', 'member_number'] as const;

/** Which characters a code has. Non-exhaustive. */
export const codeKinds = ['digits', 'letters_and_digits'] as const;

/** What helps people sign in with a provider. Unknown values are null. The page's own `help` takes precedence. */
export const ProviderHints = z.looseObject({
  /** The kind of the user name. */
  username: z.optional(z.nullable(openEnum(usernameKinds))),
  /** How many characters the provider's codes have. */
  code_length: z.optional(z.nullable(z.int())),
  code_kind: z.optional(z.nullable(openEnum(codeKinds))),
  /** The provider's page that helps people with their account. */
  help_url: text,
  /** The provider's page to set a new password. */
  forgot_url: text,
});
export type ProviderHints = z.infer<typeof ProviderHints>;

/** A provider that a link token offers. `resources` are resource names such as `sleep` or `workouts`. */
export const LinkProvider = z.looseObject({
  name: z.string(),
  slug: z.string(),
  description: z.optional(z.nullable(z.string())),
  logo: z.optional(z.nullable(z.string())),
  auth_type: openEnum(authTypes),
  regions: z.optional(z.nullable(z.array(z.string()))),
  resources: z.optional(z.nullable(z.array(z.string()))),
  /** The `resources` that a person may leave out. */
  optional_resources: z.optional(z.nullable(z.array(z.string()))),
  /** The `resources` that the link's user already shares; null if no choice is on record. */
  shared_resources: z.optional(z.nullable(z.array(z.string()))),
  connected: z.optional(z.nullable(z.boolean())),
  /** Whether the user's connection is broken: it brings no data until they sign in again, and is not `connected`. */
  broken: z.optional(z.nullable(z.boolean())),
  /**
   * Whether the provider is failing at the moment: three or more of the team's people signed in there within 15 minutes, and
   * it answered none of them. People can still link it.
   */
  degraded: z.optional(z.nullable(z.boolean())),
  /** The company that makes it, if the name is another. */
  maker: text,
  /** Other names, such as those of its devices. The picker finds the provider by these too. */
  aliases: z.optional(z.nullable(z.array(z.string()))),
  hints: z.optional(z.nullable(ProviderHints)),
});
export type LinkProvider = z.infer<typeof LinkProvider>;

/**
 * The providers that a link token names, in its order. If it names none, all providers: first the ones that the team's
 * people linked most in the last 28 days.
 */
export const listLinkProviders = endpoint({
  method: 'GET',
  path: '/v2/link/providers',
  auth: 'link-token',
  response: z.array(LinkProvider),
});

/**
 * Starts an OAuth attempt, which replaces an earlier one. `oauth_url` works once. It binds the attempt to the browser that
 * opens it and continues to the provider. This happens by itself from the hosted page, and in the browser that the session
 * is bound to. Elsewhere a page says for whom the link was made and has a button to continue; if the token names
 * `allowed_origins`, that page is a refusal instead (403, `session_elsewhere`). With `display=window` the attempt ends at
 * the hosted page, which tells the page that opened it; without it, at the token's redirect URL. `resources` (separated by
 * commas), `text_version` and `language` say what the person agreed to, as in `ConsentGiven`: all three or none. Only the
 * scopes of these resources are requested.
 */
export const startOauth = endpoint({
  method: 'GET',
  path: '/v2/link/provider/oauth/{provider}',
  auth: 'link-token',
  query: z.object({
    display: z.optional(z.literal('window')),
    resources: z.optional(z.string()),
    text_version: z.optional(z.string()),
    language: z.optional(z.string()),
  }),
  response: z.looseObject({
    oauth_url: z.string(),
    name: z.string(),
    slug: z.string(),
    logo: z.optional(z.nullable(z.string())),
  }),
  once: true,
});
