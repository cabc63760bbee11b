import type { KnownProblemCode, ProblemCode } from '../contract/index.js';

/** What a problem does to the flow, besides being shown with a way to try again. */
export interface ProblemRule {
  /** When the token is of no more use, not even with another provider. Leaving then is an `error`. */
  readonly final?: 'always' | 'unless-renewed' | 'twice';
  /** Nothing that the person can do here fixes it. */
  readonly hopeless?: true;
  /** What may fix it without the person: a new token from the host page, or a new start of the session. */
  readonly mend?: 'token' | 'session';
  /** This session may have succeeded, before a reload or with a lost answer, so the service is asked first. */
  readonly mayBeSuccess?: true;
  /** Nobody knows how the attempt ended, so the service is asked before anything else. */
  readonly unsettled?: true;
  /** The next request for the session's state may succeed, so polling continues. */
  readonly passes?: true;
  /** The outcome is still to come: *Try again* waits for it. */
  readonly waits?: true;
  /** The field at which it is shown, in the form that has it. */
  readonly field?: 'password' | 'region' | 'code';
  /** Gives a service in trouble time, even if it asks for none: this many seconds, after this many failures in a row. */
  readonly rest?: { readonly seconds: number; readonly after: number };
  /** What was typed belongs to another account than the one that is wanted. */
  readonly startsOver?: true;
  /** The person's own choice, so the page hears of no error. */
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

/** What a problem does to the flow. A code that this version does not know has no effect of its own. */
export const ruleOf = (code: ProblemCode): ProblemRule => (isKnown(code) ? problems[code] : usual);
