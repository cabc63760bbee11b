import type { KnownProblemCode } from '../../contract/index.js';
import type { PersonEvent, Problem } from '../../flow/index.js';
import type { MessageKey } from '../../messages/index.js';
import { linkUrl } from '../safe-url.js';
import type { Translate } from '../translate.js';
import type { View } from './step-view.js';

/** A button that tells the flow something, or a link out of the widget. */
export type Action =
  | { readonly label: MessageKey; readonly event: PersonEvent }
  | { readonly label: MessageKey; readonly href: string };

export type ProblemCase = KnownProblemCode | 'unknown';

const retry: PersonEvent = { type: 'retry-requested' };
const signInAgain: PersonEvent = { type: 'sign-in-again-requested' };
const another: PersonEvent = { type: 'another-provider-requested' };
const leave: PersonEvent = { type: 'leave-requested' };

const chooseAnother: Action = { label: 'step.problem.choose-another', event: another };
const startAgain: Action = { label: 'step.problem.start-again', event: signInAgain };
const goBack: Action = { label: 'step.problem.go-back', event: leave };
const refuse: Action = { label: 'step.problem.refuse', event: leave };
const passwordSet: Action = { label: 'step.problem.password-set', event: signInAgain };

/** What the primary button does, and what else a person may want instead. */
interface Ways {
  readonly does: PersonEvent;
  readonly or: readonly Action[];
}

const usual: Ways = { does: retry, or: [chooseAnother] };
const leaves: Ways = { does: leave, or: [] };
const stays: Ways = { does: retry, or: [] };
const both: Ways = { does: retry, or: [chooseAnother, goBack] };

/** Where it is not the usual. */
const ways: Readonly<Partial<Record<ProblemCase, Ways>>> = {
  invalid_token: leaves,
  token_expired: { does: retry, or: [goBack] },
  token_not_validated: { does: retry, or: [goBack] },
  token_consumed: leaves,
  provider_password_expired: { does: signInAgain, or: [chooseAnother] },
  unsupported_region: { does: another, or: [startAgain] },
  duplicate_connection: { does: signInAgain, or: [chooseAnother, goBack] },
  required_scopes_not_granted: { does: retry, or: [refuse] },
  user_cancelled: both,
  unknown: both,
  offline: stays,
  network_failed: stays,
  timeout: { does: retry, or: [startAgain, chooseAnother] },
  unauthorized: leaves,
  not_found: { does: another, or: [goBack] },
  service_error: both,
  bad_response: both,
  origin_not_allowed: leaves,
  session_elsewhere: { does: another, or: [goBack] },
  not_configured: leaves,
};

/** What the person reads: `unknown` where the code has no words. */
export const caseOf = ({ code }: Problem, t: Translate): ProblemCase =>
  // The catalogue has words for the known codes and no others.
  t.word(`problem.${code}.title`) ? (code as ProblemCase) : 'unknown';

/** Whether its words say to try again, and nothing is left to try: people have to go back to the page. */
export const isAtItsEnd = ({ retryable }: Problem, code: ProblemCase): boolean =>
  (ways[code] ?? usual).does === retry && !retryable;

/** The primary action first, then at most two others. */
export function actionsOf(
  problem: Problem,
  code: ProblemCase,
  action: MessageKey,
  { help, canChooseAnother, supportUrl }: View,
): readonly [Action, ...Action[]] {
  const { does, or } = ways[code] ?? usual;
  const expired = code === 'provider_password_expired';
  const forgot = expired ? linkUrl(help.forgotUrl) : null;
  const nowhere = isAtItsEnd(problem, code) || (does === another && !canChooseAnother);
  const primary: Action = forgot
    ? { label: action, href: forgot }
    : expired
      ? passwordSet
      : nowhere
        ? goBack
        : { label: action, event: does };
  const others = [
    ...(forgot ? [passwordSet] : []),
    ...or.filter((other) => other !== primary && (other !== chooseAnother || canChooseAnother)),
    ...(supportUrl && !problem.retryable
      ? [{ label: 'step.problem.support', href: supportUrl } as const]
      : []),
  ];
  return [primary, ...others.slice(0, 2)];
}
