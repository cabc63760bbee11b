import { html, nothing } from 'lit';
import { button } from '../ui/button.js';
import { failedNote } from '../ui/failed-note.js';
import { heading } from '../ui/heading.js';
import { linked } from '../ui/provider-header.js';
import type { StepView } from './step-view.js';

export const done: StepView<'done'> = (state, send, t, view) => {
  const { result } = state;
  const { receipt } = view;
  // Loads before the press, because after a press the browser lets a page be opened only for a short time.
  if (result?.consent) receipt.loadWhenIdle();
  // Nothing is connected until the host's server confirms. This page does not know whether it has.
  const waiting = result?.connected === false ? '-waiting' : '';
  return html`
    <div part="done" class="stage">
      <div class="middle">
        ${linked(t, view)} ${heading(view.headingLevel, t(`step.done.title${waiting}`))}
        <div class="lead"><slot name="done">${t(`step.done.text${waiting}`)}</slot></div>
        ${failedNote(receipt, t)} ${receipt.part?.here(state, t, view)}
      </div>
      <div class="actions">
        ${button('action', () => send({ type: 'leave-requested' }), t('step.done.action'))}
        ${
          view.canConnectAnother
            ? button(
                'secondary-action',
                () => send({ type: 'another-connection-requested' }),
                t('step.done.another'),
                state.awaiting !== null,
              )
            : nothing
        }
        ${
          state.refused
            ? html`<p role="alert">
                ${t('problem.service_error.title')}<br />${t('problem.service_error.text')}
              </p>`
            : nothing
        }
        ${
          result?.consent
            ? button(
                'secondary-action',
                () => void receipt.load().then(() => receipt.part?.open(state, t, view)),
                t('step.done.receipt'),
              )
            : nothing
        }
      </div>
    </div>
  `;
};
