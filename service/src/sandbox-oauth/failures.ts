import type { LinkErrorType } from 'svc-link/contract';

/** Each error in words, in the order of the list; null if no provider can cause it. */
const words = {
  provider_api_error: 'The provider has a fault',
  provider_credential_error: 'The account can’t be used',
  provider_password_expired: 'The password has expired',
  unsupported_region: 'The account is in another region',
  duplicate_connection: 'The account is already connected',
  required_scopes_not_granted: 'Some data was not allowed',
  user_cancelled: 'The person left',
  // These come from a password, the token, or a link that renews a connection.
  incorrect_mfa_code: null,
  invalid_token: null,
  token_expired: null,
  token_not_validated: null,
  token_consumed: null,
  account_mismatch: null,
} satisfies Record<LinkErrorType, string | null>;

/** The errors that a person can choose. No client knows the last one. */
export const failures: readonly (readonly [errorType: string, words: string])[] = [
  ...Object.entries(words).flatMap(([errorType, text]) =>
    text === null ? [] : [[errorType, text] as const],
  ),
  ['provider_maintenance', 'Something new'],
];
