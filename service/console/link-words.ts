// The names of the steps and errors of a link.
import type { LinkErrorType } from 'svc-link/contract';

const steps: Readonly<Record<string, string>> = {
  opened: 'Opened',
  provider_chosen: 'Provider chosen',
  signed_in: 'Signed in',
  challenged: 'Asked for a code',
  connected: 'Connected',
};

const errors: ReadonlyMap<string, string> = new Map(
  Object.entries({
    invalid_token: 'Invalid token',
    token_expired: 'Ran out of time',
    token_not_validated: 'Link not started',
    token_consumed: 'Link already used',
    provider_credential_error: 'Wrong user name or password',
    provider_password_expired: 'Password expired',
    provider_api_error: 'Provider not working',
    unsupported_region: 'Region not supported',
    duplicate_connection: 'Account already connected',
    account_mismatch: 'Another account than before',
    required_scopes_not_granted: 'Required data not shared',
    incorrect_mfa_code: 'Wrong code',
    user_cancelled: 'Cancelled by the person',
  } satisfies Record<LinkErrorType, string>),
);

/** A step in words. A step that this version does not know is shown as it is. */
export const stepName = (step: string): string => steps[step] ?? step;

/** An `error_type` in words. A type that this version does not know is shown as it is. */
export const errorName = (errorType: string): string => errors.get(errorType) ?? errorType;
