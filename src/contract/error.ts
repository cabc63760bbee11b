import * as z from 'zod/mini';
import { openEnum, type Open } from './open-enum.js';

/** The `error_type` values of a link result (spec 2.12). Non-exhaustive. */
export const linkErrorTypes = [
  'invalid_token',
  'token_expired',
  'token_not_validated',
  'token_consumed',
  'provider_credential_error',
  'provider_password_expired',
  'provider_api_error',
  'unsupported_region',
  'duplicate_connection',
  'required_scopes_not_granted',
  'incorrect_mfa_code',
  'user_cancelled',
] as const;
export type LinkErrorType = (typeof linkErrorTypes)[number];

/** Problems that this library finds by itself, beside the link errors of the service. */
export const ownProblemCodes = [
  'offline',
  'network_failed',
  'timeout',
  'unauthorized',
  'not_found',
  'rate_limited',
  'service_error',
  'bad_response',
  'popup_blocked',
  'popup_closed',
  'webview_refused',
  'origin_not_allowed',
  'not_configured',
] as const;
export type OwnProblemCode = (typeof ownProblemCodes)[number];

/** Every problem that has words of its own. */
export type KnownProblemCode = LinkErrorType | OwnProblemCode;
/** A problem: a known one, or an `error_type` that this version does not know. */
export type ProblemCode = Open<KnownProblemCode>;

/** `error_type` as read from the service. */
export const LinkErrorTypeSchema = openEnum(linkErrorTypes);

/**
 * The body of a failed request: `detail` is a sentence, an object with a code, or the list of places
 * where a body or query does not follow the schema (SERVICE.md).
 */
export const ErrorBody = z.looseObject({
  detail: z.union([
    z.string(),
    z.array(
      z.looseObject({
        loc: z.array(z.union([z.string(), z.number()])),
        msg: z.string(),
        type: z.optional(z.string()),
      }),
    ),
    z.looseObject({
      error_type: z.optional(z.nullable(z.string())),
      error_message: z.optional(z.nullable(z.string())),
    }),
  ]),
});
export type ErrorBody = z.infer<typeof ErrorBody>;
