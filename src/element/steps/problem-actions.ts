import type { PersonEvent, Problem } from '../../flow/index.js';
import type { MessageKey } from '../../messages/index.js';
import { linkUrl } from '../safe-url.js';
import type { Translate } from '../translate.js';
import {
  another,
  back,
  goBack,
  passwordSet,
  retry,
  viewOf,
  type Action,
  type ProblemCase,
} from './problem-views.js';
import type { View } from './step-view.js';

/** The events that lead to the form of the chosen provider. */
const toForm: readonly PersonEvent['type'][] = ['sign-in-again-requested', 'back-requested'];

/** The case whose words the person reads: `unknown` if the code has no words. */
export const caseOf = ({ code }: Problem, t: Translate): ProblemCase =>
  // The catalogue has words for the known codes. For other codes only the page can have words.
  t.word(`problem.${code}.title`) ? (code as ProblemCase) : 'unknown';

/** Whether the words say to try again, but no attempt is left: the person has to go back to the page. */
export const isAtItsEnd = ({ retryable }: Problem, code: ProblemCase): boolean =>
  !retryable && viewOf(code).does === retry;

/** The primary action first, then at most two others. */
export function actionsOf(
  problem: Problem,
  code: ProblemCase,
  action: MessageKey,
  { help, chosen, canChooseAnother, supportUrl }: View,
): readonly [Action, ...Action[]] {
  const { does, or, forgot: mayBeForgotten } = viewOf(code);
  if (problem.from === 'disconnect') {
    if (problem.retryable) return [{ label: 'common.retry', event: retry }, back];
    if (does === another) return [back, goBack];
  }
  const [forgot, helpUrl] = mayBeForgotten ? [help.forgotUrl, help.helpUrl].map(linkUrl) : [];
  // Before a provider is chosen, there is none to start again with. Before there is a list, there is none to choose.
  const leads = (event: PersonEvent): boolean =>
    event === another ? canChooseAnother : chosen !== null || !toForm.includes(event.type);
  const nowhere = isAtItsEnd(problem, code) || !leads(does);
  const primary: Action = forgot
    ? { label: action, href: forgot }
    : nowhere
      ? goBack
      : mayBeForgotten
        ? passwordSet
        : { label: action, event: does };
  const others = [
    forgot && passwordSet,
    ...or.filter((other) => other !== primary && (!('event' in other) || leads(other.event))),
    helpUrl && ({ label: 'step.sign-in.help', href: helpUrl } as const),
    !problem.retryable && supportUrl && ({ label: 'step.problem.support', href: supportUrl } as const),
  ].filter((other) => !!other);
  return [primary, ...others.slice(0, 2)];
}
