import * as z from 'zod/mini';
import { Consent, ConsentGiven } from './consent.js';
import { endpoint } from './endpoint.js';
import { LinkErrorTypeSchema } from './error.js';
import { ProviderMfa } from './link-session.js';
import { openEnum, type Open } from './open-enum.js';

const text = z.optional(z.nullable(z.string()));

/** `state` of a link result (spec 2.12). Non-exhaustive. */
export const linkResultStates = ['success', 'error', 'pending_provider_mfa'] as const;
export type LinkResultState = Open<(typeof linkResultStates)[number]>;

/**
 * A link result (spec 2.12), read leniently: the deprecated fields may be missing, and unknown values and fields are
 * accepted. `error` is text for developers and is never shown.
 */
export const LinkResult = z.looseObject({
  state: openEnum(linkResultStates),
  /** @deprecated The slug of the provider (spec 2.12). */
  provider: text,
  /** @deprecated Use `state`. Whether the provider is connected (spec 2.12). */
  connected: z.optional(z.nullable(z.boolean())),
  /**
   * The account at the provider, the same after each link: its id there, or an opaque name if the provider knows
   * people by user name alone. Null before success.
   * @deprecated In link results (spec 2.12). Read it from session reports and connections.
   */
  provider_id: text,
  redirect_url: text,
  link_session_id: text,
  error_type: z.optional(z.nullable(LinkErrorTypeSchema)),
  error: text,
  provider_mfa: z.optional(z.nullable(ProviderMfa)),
  confirm_code: text,
  /** What the person agreed to; null before success, and if the request said nothing about consent. */
  consent: z.optional(z.nullable(Consent)),
  /** The number of the try, as in the session's state. */
  attempt: z.optional(z.nullable(z.int())),
});
export type LinkResult = z.infer<typeof LinkResult>;

/**
 * Signs in with a user name and a password. Replaces a pending challenge. `consent` says what the person agreed to; data of
 * other resources is not requested. Without `consent` everything is shared, and no consent is on record.
 */
export const linkWithPassword = endpoint({
  method: 'POST',
  path: '/v2/link/provider/password/{provider}',
  auth: 'link-token',
  linking: true,
  body: z.object({
    username: z.string(),
    password: z.string(),
    region: z.optional(z.nullable(z.string())),
    consent: z.optional(z.nullable(ConsentGiven)),
  }),
  response: LinkResult,
});

/**
 * Answers a challenge with its code (spec 4.10). A challenge ends at its fifth wrong code, and ten minutes after the
 * sign-in, however many codes the provider asks for.
 */
export const completeMfa = endpoint({
  method: 'POST',
  path: '/v2/link/provider/password/{provider}/complete_mfa',
  auth: 'link-token',
  linking: true,
  body: z.object({ mfa_code: z.string() }),
  response: LinkResult,
});
