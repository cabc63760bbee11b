import type { KnownProblemCode } from '../../contract/index.js';
import type { PersonEvent, Problem } from '../../flow/index.js';
import type { MessageKey } from '../../messages/index.js';
import { linkUrl } from '../safe-url.js';
import type { View } from './step-view.js';

/** A button that tells the flow something, or a link out of the widget. */
export type Action =
  | { readonly label: MessageKey; readonly event: PersonEvent }
  | { readonly label: MessageKey; readonly href: string };

export type ProblemCase = KnownProblemCode | 'unknown';

const retry: PersonEvent = { type: 'retry-requested' };
const signInAgain: PersonEvent = { type: 'sign-in-again-requested' };
const leave: PersonEvent = { type: 'leave-requested' };
const chooseAnother: PersonEvent = { type: 'another-provider-requested' };

const another: Action = { label: 'step.problem.choose-another', event: chooseAnother };
const startAgain: Action = { label: 'step.problem.start-again', event: signInAgain };
const goBack: Action = { label: 'step.problem.go-back', event: leave };
const refuse: Action = { label: 'step.problem.refuse', event: leave };
const passwordSet: Action = { label: 'step.problem.password-set', event: signInAgain };

/** What the primary button does, and what else a person may want instead; `null` is left out. */
const table: Readonly<Record<ProblemCase, { does: PersonEvent; or: readonly Action[] }>> = {
  invalid_token: { does: leave, or: [] },
  token_expired: { does: retry, or: [goBack] },
  token_not_validated: { does: retry, or: [goBack] },
  token_consumed: { does: leave, or: [] },
  provider_credential_error: { does: retry, or: [another] },
  provider_password_expired: { does: signInAgain, or: [another] },
  provider_api_error: { does: retry, or: [another] },
  unsupported_region: { does: signInAgain, or: [another] },
  duplicate_connection: { does: signInAgain, or: [another, goBack] },
  required_scopes_not_granted: { does: retry, or: [refuse] },
  incorrect_mfa_code: { does: retry, or: [another] },
  user_cancelled: { does: retry, or: [another, goBack] },
  unknown: { does: retry, or: [another, goBack] },
  offline: { does: retry, or: [] },
  network_failed: { does: retry, or: [] },
  timeout: { does: retry, or: [startAgain, another] },
  unauthorized: { does: leave, or: [] },
  not_found: { does: chooseAnother, or: [goBack] },
  rate_limited: { does: retry, or: [another] },
  service_error: { does: retry, or: [another, goBack] },
  bad_response: { does: retry, or: [another, goBack] },
  popup_blocked: { does: { type: 'same-window-requested' }, or: [another] },
  popup_closed: { does: { type: 'authorize-requested' }, or: [another] },
  webview_refused: { does: { type: 'same-window-requested' }, or: [another] },
  origin_not_allowed: { does: leave, or: [] },
  not_configured: { does: leave, or: [] },
};

/** The words' variant and the actions of a problem. */
export function caseOf({ code }: Problem): ProblemCase {
  return Object.hasOwn(table, code) ? (code as ProblemCase) : 'unknown';
}

/** The primary action first, then at most two others. */
export function actionsOf(problem: Problem, action: MessageKey, view: View): readonly [Action, ...Action[]] {
  const code = caseOf(problem);
  const { does, or } = table[code];
  const forgot = code === 'provider_password_expired' ? linkUrl(view.help.forgotUrl) : null;
  const primary: Action = forgot
    ? { label: action, href: forgot }
    : code === 'provider_password_expired'
      ? passwordSet
      : does.type === 'retry-requested' && !problem.retryable
        ? goBack
        : does === chooseAnother && !view.canChooseAnother
          ? goBack
          : { label: action, event: does };
  const others = [
    ...(forgot ? [passwordSet] : []),
    ...or.filter((other) => other !== primary && (other !== another || view.canChooseAnother)),
    ...(view.supportUrl && !problem.retryable
      ? [{ label: 'step.problem.support', href: view.supportUrl } as const]
      : []),
  ];
  return [primary, ...others.slice(0, 2)];
}
