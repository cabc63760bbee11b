import type { TemplateResult } from 'lit';
import type { KnownProblemCode } from '../../contract/index.js';
import type { PersonEvent } from '../../flow/index.js';
import type { MessageKey } from '../../messages/index.js';
import { accountIcon, linkIcon, networkIcon, serviceIcon } from '../ui/problem-icons.js';

/** A button that tells the flow something, or a link out of the widget. */
export type Action =
  | { readonly label: MessageKey; readonly event: PersonEvent }
  | { readonly label: MessageKey; readonly href: string };

/** A problem that has words of its own, or `unknown`. */
export type ProblemCase = KnownProblemCode | 'unknown';

export const retry: PersonEvent = { type: 'retry-requested' };
const signInAgain: PersonEvent = { type: 'sign-in-again-requested' };
export const another: PersonEvent = { type: 'another-provider-requested' };
const leave: PersonEvent = { type: 'leave-requested' };

const chooseAnother: Action = { label: 'step.problem.choose-another', event: another };
const startAgain: Action = { label: 'step.problem.start-again', event: signInAgain };
/** Leads to the form, or to the list if nothing was disconnected. */
export const back: Action = { label: 'common.back', event: { type: 'back-requested' } };
export const goBack: Action = { label: 'step.problem.go-back', event: leave };
const refuse: Action = { label: 'step.problem.refuse', event: leave };
export const passwordSet: Action = { label: 'step.problem.password-set', event: signInAgain };

/** How a problem looks, and what a person can do about it. */
interface ProblemView {
  readonly icon: TemplateResult;
  /** Not shown as an error: a person stopped by choice, or only has to continue elsewhere or later. */
  readonly calm?: true;
  /** What the primary button does. */
  readonly does: PersonEvent;
  /** What else a person may want instead. */
  readonly or: readonly Action[];
  /** If the page names an address for a new password, that comes first. */
  readonly forgot?: true;
}

/** A problem of the link itself: the page has to make another one. */
const deadLink: ProblemView = { icon: linkIcon, does: leave, or: [] };
const uncheckedLink: ProblemView = { icon: linkIcon, does: retry, or: [goBack] };
const ofAccount: ProblemView = { icon: accountIcon, does: retry, or: [chooseAnother] };
const ofService: ProblemView = { icon: serviceIcon, does: retry, or: [chooseAnother] };
const serviceDown: ProblemView = { icon: serviceIcon, does: retry, or: [chooseAnother, goBack] };
const ofNetwork: ProblemView = { icon: networkIcon, does: retry, or: [] };
const notHere: ProblemView = { icon: linkIcon, does: another, or: [goBack] };

const problemViews = {
  invalid_token: deadLink,
  token_expired: uncheckedLink,
  token_not_validated: uncheckedLink,
  token_consumed: deadLink,
  provider_credential_error: ofAccount,
  provider_password_expired: { ...ofAccount, does: signInAgain, forgot: true },
  provider_api_error: ofService,
  unsupported_region: { icon: accountIcon, does: another, or: [startAgain] },
  duplicate_connection: { icon: accountIcon, does: signInAgain, or: [chooseAnother, goBack] },
  account_mismatch: { icon: accountIcon, does: signInAgain, or: [goBack] },
  required_scopes_not_granted: { icon: accountIcon, does: retry, or: [refuse] },
  incorrect_mfa_code: ofAccount,
  user_cancelled: { ...serviceDown, icon: accountIcon, calm: true },
  unknown: serviceDown,
  offline: { ...ofNetwork, calm: true },
  network_failed: ofNetwork,
  timeout: { icon: serviceIcon, does: retry, or: [startAgain, chooseAnother] },
  unauthorized: deadLink,
  not_found: notHere,
  // The wait is for one account: a person who mistyped it goes back to the form.
  rate_limited: { ...ofService, or: [back, chooseAnother] },
  service_error: serviceDown,
  bad_response: serviceDown,
  popup_blocked: ofAccount,
  popup_closed: ofAccount,
  webview_refused: { ...ofAccount, icon: linkIcon, calm: true },
  origin_not_allowed: deadLink,
  session_elsewhere: { ...notHere, icon: accountIcon },
  not_configured: deadLink,
} satisfies Record<ProblemCase, ProblemView>;

/** A new code has no view of its own, but the page may have words for it. */
export const viewOf = (code: ProblemCase): ProblemView =>
  Object.hasOwn(problemViews, code) ? problemViews[code] : ofAccount;
