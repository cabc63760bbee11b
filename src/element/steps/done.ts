import { html, nothing } from 'lit';
import { button } from '../ui/button.js';
import { heading } from '../ui/heading.js';
import { linked } from '../ui/provider-header.js';
import type { StepView } from './step-view.js';

export const done: StepView<'done'> = (_state, send, t, view) => html`
  <div part="done" class="stage">
    <div class="middle">
      ${linked(t, view)} ${heading(view.headingLevel, t('step.done.title'))}
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
