import type { KnownProblemCode, ProblemCode } from '../contract/index.js';

/** What a problem does to the flow, beside being shown with a way to try again. */
export interface ProblemRule {
  /** When the token is of no more use, not even with another provider; leaving is an `error` then. */
  readonly final?: 'always' | 'unless-renewed' | 'twice';
  /** Nothing that the person can do here mends it. */
  readonly hopeless?: true;
  /** What may mend it without the person: a new token from the host page, or the session started anew. */
  readonly mend?: 'token' | 'session';
  /** This very session may have succeeded, before a reload or in a lost answer, so the service is asked first. */
  readonly mayBeSuccess?: true;
  /** Nobody knows what became of the try, so the service is asked before anything else. */
  readonly unsettled?: true;
  /** A further look at the session may go well, so polling goes on. */
  readonly passes?: true;
  /** The outcome is still to come: to try again is to wait for it. */
  readonly waits?: true;
  /** The field at which it is shown, in the form that has it. */
  readonly field?: 'password' | 'region' | 'code';
  /** Gives a service in trouble time even if it asks for none: so many seconds, after so many tries. */
  readonly rest?: { readonly seconds: number; readonly after: number };
  /** What was typed is of another account than the one that is wanted. */
  readonly startsOver?: true;
  /** The person's own choice, of which the page hears no error. */
  readonly chosen?: true;
}

const usual = {};
const unsettled = { unsettled: true, passes: true } as const;
const hopeless = { hopeless: true } as const;
const lost = { final: 'always' } as const;

const problems = {
  invalid_token: { final: 'always', mend: 'token' },
  token_expired: { final: 'unless-renewed', mend: 'token' },
  token_not_validated: { final: 'twice', mend: 'session' },
  token_consumed: { final: 'always', mend: 'token', mayBeSuccess: true },
  provider_credential_error: { field: 'password' },
  provider_password_expired: usual,
  provider_api_error: { rest: { seconds: 30, after: 2 } },
  unsupported_region: { field: 'region' },
  duplicate_connection: usual,
  account_mismatch: { startsOver: true },
  required_scopes_not_granted: usual,
  incorrect_mfa_code: { field: 'code' },
  user_cancelled: { chosen: true },
  offline: unsettled,
  network_failed: unsettled,
  timeout: { ...unsettled, waits: true },
  unauthorized: lost,
  not_found: hopeless,
  rate_limited: { passes: true, rest: { seconds: 60, after: 0 } },
  service_error: unsettled,
  bad_response: unsettled,
  popup_blocked: usual,
  popup_closed: usual,
  webview_refused: usual,
  origin_not_allowed: lost,
  session_elsewhere: hopeless,
  not_configured: lost,
} as const satisfies Record<KnownProblemCode, ProblemRule>;

/** Whether this version has a rule and words for a code. */
export const isKnown = (code: ProblemCode): code is KnownProblemCode => Object.hasOwn(problems, code);

/** What a problem does to the flow; one that is new does nothing of its own. */
export const ruleOf = (code: ProblemCode): ProblemRule => (isKnown(code) ? problems[code] : usual);
