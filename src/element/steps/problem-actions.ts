import type { Problem } from '../../flow/index.js';
import type { MessageKey } from '../../messages/index.js';
import { linkUrl } from '../safe-url.js';
import type { Translate } from '../translate.js';
import {
  another,
  back,
  chooseAnother,
  goBack,
  passwordSet,
  retry,
  viewOf,
  type Action,
  type ProblemCase,
} from './problem-views.js';
import type { View } from './step-view.js';

/** What the person reads: `unknown` if the code has no words. */
export const caseOf = ({ code }: Problem, t: Translate): ProblemCase =>
  // The catalogue has words for the known codes, and for others only the page.
  t.word(`problem.${code}.title`) ? (code as ProblemCase) : 'unknown';

/** Whether the words say to try again although nothing is left to try: the person has to go back to the page. */
export const isAtItsEnd = ({ retryable }: Problem, code: ProblemCase): boolean =>
  !retryable && viewOf(code).does === retry;

/** The primary action first, then at most two others. */
export function actionsOf(
  problem: Problem,
  code: ProblemCase,
  action: MessageKey,
  { help, canChooseAnother, supportUrl }: View,
): readonly [Action, ...Action[]] {
  const { does, or, forgot: mayBeForgotten } = viewOf(code);
  if (problem.from === 'disconnect') {
    if (problem.retryable) return [{ label: 'common.retry', event: retry }, back];
    if (does === another) return [back, goBack];
  }
  const forgot = mayBeForgotten ? linkUrl(help.forgotUrl) : null;
  const helpUrl = mayBeForgotten ? linkUrl(help.helpUrl) : null;
  const nowhere = isAtItsEnd(problem, code) || (does === another && !canChooseAnother);
  const primary: Action = forgot
    ? { label: action, href: forgot }
    : mayBeForgotten
      ? passwordSet
      : nowhere
        ? goBack
        : { label: action, event: does };
  const others = [
    ...(forgot ? [passwordSet] : []),
    ...or.filter((other) => other !== primary && (other !== chooseAnother || canChooseAnother)),
    ...(helpUrl ? [{ label: 'step.sign-in.help', href: helpUrl } as const] : []),
    ...(supportUrl && !problem.retryable
      ? [{ label: 'step.problem.support', href: supportUrl } as const]
      : []),
  ];
  return [primary, ...others.slice(0, 2)];
}
