import { html, nothing } from 'lit';
import { button } from '../ui/button.js';
import { heading } from '../ui/heading.js';
import type { StepView } from './step-view.js';

const drawnCheck = html`<svg class="tick" viewBox="0 0 56 56" aria-hidden="true" focusable="false">
  <circle cx="28" cy="28" r="26" pathLength="1" />
  <path d="m17 29 8 8 15-17" pathLength="1" />
</svg>`;

export const done: StepView<'done'> = (_state, send, t, view) => html`
  <div part="done" class="stage">
    <div class="middle">
      ${drawnCheck} ${heading(view.headingLevel, t('step.done.title'))}
      <div class="lead"><slot name="done">${t('step.done.text')}</slot></div>
    </div>
    <div class="actions">
      ${button('action', () => send({ type: 'leave-requested' }), t('step.done.action'))}
      ${
        view.canConnectAnother
          ? button(
              'secondary-action',
              () => send({ type: 'another-connection-requested' }),
              t('step.done.another'),
            )
          : nothing
      }
    </div>
  </div>
`;
