import type { LinkErrorType } from 'svc-link/contract';
import type { Outcome } from './sign-in-at.js';

/** Whether the error says that the person typed something wrong. Only such a try counts against the limit of tries. */
const saysWrongInput: Readonly<Record<LinkErrorType, boolean>> = {
  invalid_token: false,
  token_expired: false,
  token_not_validated: false,
  token_consumed: false,
  provider_credential_error: true,
  provider_password_expired: false,
  provider_api_error: false,
  unsupported_region: false,
  duplicate_connection: false,
  account_mismatch: false,
  required_scopes_not_granted: false,
  incorrect_mfa_code: true,
  user_cancelled: false,
};
const refusals = new Map<string, boolean>(Object.entries(saysWrongInput));

/** Whether the provider refused what the person typed. False if the provider had a problem of its own. */
export const isRefusal = (outcome: Outcome): boolean =>
  outcome.type === 'error' && refusals.get(outcome.errorType) === true;
