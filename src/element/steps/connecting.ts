import { html } from 'lit';
import { button } from '../ui/button.js';
import { heading } from '../ui/heading.js';
import { pair } from '../ui/provider-header.js';
import type { StepView } from './step-view.js';

export const connecting: StepView<'connecting'> = (state, send, t, view) => html`
  <div class="stage">
    <div class="middle">
      <div part="progress" aria-hidden="true">${pair(true, t, view)}</div>
      ${heading(view.headingLevel, t('step.connecting.title'), t(`step.connecting.stage-${state.stage}`))}
    </div>
    <div class="actions">
      ${button('secondary-action', () => send({ type: 'cancel-requested' }), t('step.connecting.cancel'))}
    </div>
  </div>
`;
