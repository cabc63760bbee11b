import * as z from 'zod/mini';
import { endpoint } from './endpoint.js';
import { openEnum } from './open-enum.js';

/** How a person signs in with a provider. Non-exhaustive: an unknown way cannot be linked by this version. */
export const authTypes = ['oauth', 'password'] as const;

const text = z.optional(z.nullable(z.string()));

/** What people sign in with. Non-exhaustive: an unknown kind is asked for as an email is. */
export const usernameKinds = ['email', 'phone', 'name', 'member_number'] as const;

/** What the characters of a code are. Non-exhaustive. */
export const codeKinds = ['digits', 'letters_and_digits'] as const;

/** What helps people sign in with a provider; each is null if nothing is known. `help` of the page goes over it. */
export const ProviderHints = z.looseObject({
  /** The kind of the user name. */
  username: z.optional(z.nullable(openEnum(usernameKinds))),
  /** How many characters its codes have. */
  code_length: z.optional(z.nullable(z.int())),
  code_kind: z.optional(z.nullable(openEnum(codeKinds))),
  /** Where the provider helps people with their account. */
  help_url: text,
  /** Where people set a new password. */
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
  /** Those of them that a person may leave out. */
  optional_resources: z.optional(z.nullable(z.array(z.string()))),
  /** Those that the user of the link shares already, if they chose. */
  shared_resources: z.optional(z.nullable(z.array(z.string()))),
  connected: z.optional(z.nullable(z.boolean())),
  /** Whether the user has a connection that is broken: nothing comes of it until they sign in again. It is not `connected`. */
  broken: z.optional(z.nullable(z.boolean())),
  /**
   * Whether the provider fails at the moment: it answered none of the last people of the team who signed in there, three or more
   * within 15 minutes. It can be linked all the same.
   */
  degraded: z.optional(z.nullable(z.boolean())),
  /** Who makes it, if that is not its name. */
  maker: text,
  /** What else people call it, such as its devices: the picker finds it by these too. */
  aliases: z.optional(z.nullable(z.array(z.string()))),
  hints: z.optional(z.nullable(ProviderHints)),
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
 * hosted page, which tells the page that opened it; without it, at the token's redirect URL. `resources` (separated by
 * commas), `text_version` and `language` say what the person has agreed to, as `ConsentGiven` has it: all three or none.
 * Only the scopes of these resources are asked for.
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
