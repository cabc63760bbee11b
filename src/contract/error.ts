import * as z from 'zod/mini';
import { openEnum } from './open-enum.js';

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
  'account_mismatch',
  'required_scopes_not_granted',
  'incorrect_mfa_code',
  'user_cancelled',
] as const;
export type LinkErrorType = (typeof linkErrorTypes)[number];

/** `error_type` as read from the service. */
export const LinkErrorTypeSchema = openEnum(linkErrorTypes);

/**
 * The body of a failed request: `detail` is a sentence, an object with a code, or the list of places
 * at which a body or query does not follow the schema.
 */
export const ErrorBody = z.looseObject({
  detail: z.union([
    z.string(),
    z.array(
      z.looseObject({
        loc: z.array(z.union([z.string(), z.int()])),
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
