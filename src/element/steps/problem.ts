import { html, nothing } from 'lit';
import type { Problem } from '../../flow/index.js';
import type { MessageKey } from '../../messages/index.js';
import type { Translate } from '../translate.js';
import { button } from '../ui/button.js';
import { heading } from '../ui/heading.js';
import { link } from '../ui/link.js';
import { actionsOf, caseOf, isAtItsEnd } from './problem-actions.js';
import { viewOf, type Action, type ProblemCase } from './problem-views.js';
import type { Send, StepView } from './step-view.js';

export const problem: StepView<'problem'> = (state, send, t, view) => {
  const { problem } = state;
  const code = caseOf(problem, t);
  const key = wordsOf(problem, code);
  const { icon, calm } = viewOf(code);
  const isWaitOver = code === 'rate_limited' && problem.retryAfter === null;
  const text = isAtItsEnd(problem, code)
    ? 'problem.invalid_token.text'
    : isWaitOver
      ? 'step.problem.ready'
      : (`${key}.text` as const);
  const minutes = Math.max(1, Math.ceil((problem.retryAfter ?? 0) / 60));
  const [primary, ...others] = actionsOf(problem, code, `${key}.action`, view);
  return html`
    <div part="problem" class="stage">
      <div class="middle">
        <span class=${calm ? 'mark calm' : 'mark'}>${icon}</span>
        ${heading(view.headingLevel, t(titleOf(problem, key)), t(text, { n: minutes }))}
        ${
          problem.reference && !calm
            ? html`<p part="reference" class="small">
                ${t('step.problem.reference')}${' '}<bdi>${problem.reference}</bdi>
              </p>`
            : nothing
        }
      </div>
      <div class="actions">
        ${actionOf(primary, 'action', problem, send, t)}
        ${others.map((other) => actionOf(other, 'secondary-action', problem, send, t))}
      </div>
    </div>
  `;
};

type WordsKey = MessageKey extends infer Key ? (Key extends `${infer Words}.title` ? Words : never) : never;

function wordsOf(problem: Problem, code: ProblemCase): Extract<WordsKey, `problem.${string}`> {
  if (code === 'provider_credential_error' && problem.via === 'oauth') return `problem.${code}.oauth`;
  if (code === 'unsupported_region') return `problem.${code}.without`;
  if (problem.from === 'disconnect') {
    // These words are about making a connection, and are not true when one is ended.
    if (code === 'token_consumed') return 'problem.invalid_token';
    if (code === 'not_found' || code === 'session_elsewhere') return 'problem.unknown';
  }
  // If no provider is chosen yet, it is the service itself that was not found.
  if (code === 'not_found' && problem.from === 'loading') return 'problem.service_error';
  // The provider is waited for only while a connection is made.
  if (code === 'timeout' && (problem.from === 'loading' || problem.from === 'disconnect'))
    return `problem.${code}.loading`;
  return `problem.${code}`;
}

const titleOf = (problem: Problem, key: ReturnType<typeof wordsOf>): MessageKey =>
  problem.from === 'disconnect' && key === 'problem.unknown' ? 'step.disconnect.failed' : `${key}.title`;

function actionOf(
  action: Action,
  part: 'action' | 'secondary-action',
  problem: Problem,
  send: Send,
  t: Translate,
) {
  if ('href' in action) return link(action.href, t(action.label), t, part);
  const { event } = action;
  const waits = event.type === 'retry-requested' && problem.retryAfter !== null;
  return button(part, () => send(event), t(action.label), waits);
}
