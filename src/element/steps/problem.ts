import { html, nothing, svg } from 'lit';
import type { Problem } from '../../flow/index.js';
import type { MessageKey } from '../../messages/index.js';
import type { Translate } from '../translate.js';
import { heading } from '../ui/heading.js';
import { link } from '../ui/link.js';
import { actionsOf, caseOf, type Action } from './problem-actions.js';
import type { Send, StepView } from './step-view.js';

const mark = svg`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
  <path d="M12 6.5v7m0 4v.01" />
</svg>`;

export const problem: StepView<'problem'> = (state, send, t, view) => {
  const { problem } = state;
  const key = wordsOf(problem);
  // A person who stopped by choice is not shown an error.
  const calm = ['user_cancelled', 'offline', 'popup_blocked', 'popup_closed', 'webview_refused'].includes(
    problem.code,
  );
  const minutes = Math.max(1, Math.ceil((problem.retryAfter ?? 0) / 60));
  const [primary, ...others] = actionsOf(problem, `${key}.action`, view);
  return html`
    <div part="problem">
      <span class=${calm ? 'mark calm' : 'mark'}>${mark}</span>
      ${heading(view.headingLevel, t(`${key}.title`), t(`${key}.text`, { n: minutes }))}
      <div class="actions">
        ${button(primary, 'action', problem, send, t)}
        ${others.map((other) => button(other, 'secondary-action', problem, send, t))}
      </div>
      ${
        problem.reference
          ? html`<p part="reference">${t('step.problem.reference')} <bdi>${problem.reference}</bdi></p>`
          : nothing
      }
    </div>
  `;
};

type WordsKey = MessageKey extends infer Key ? (Key extends `${infer Words}.title` ? Words : never) : never;

function wordsOf(problem: Problem): Extract<WordsKey, `problem.${string}`> {
  const code = caseOf(problem);
  if (code === 'provider_credential_error' && problem.via === 'oauth') return `problem.${code}.oauth`;
  if (code === 'timeout' && problem.from === 'loading') return `problem.${code}.loading`;
  return `problem.${code}`;
}

function button(action: Action, part: string, problem: Problem, send: Send, t: Translate) {
  if ('href' in action) return link(action.href, t(action.label), t, part);
  const { event } = action;
  const waiting = event.type === 'retry-requested' && problem.retryAfter !== null;
  return html`<button
    part=${part}
    type="button"
    aria-disabled=${waiting ? 'true' : nothing}
    @click=${() => !waiting && send(event)}
  >
    ${t(action.label)}
  </button>`;
}
