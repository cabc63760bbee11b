import { html, nothing } from 'lit';
import type { ConsentGiven } from '../../contract/index.js';
import { button } from '../ui/button.js';
import { agreed } from '../ui/agreed.js';
import { consent } from '../ui/consent.js';
import { degradedNote } from '../ui/degraded-note.js';
import { heading } from '../ui/heading.js';
import { pair } from '../ui/provider-header.js';
import type { Send, StepView } from './step-view.js';

/** The window must open inside the click, so nothing is awaited between the click and the event. */
const open = (send: Send, consent?: ConsentGiven | null) => () =>
  send({ type: 'authorize-requested', ...(consent && { consent }) });

export const authorize: StepView<'authorize'> = (state, send, t, view) => {
  const stage = (busy: boolean, title: unknown, text: unknown, more: unknown, actions: unknown) => html`
    <div class="stage">
      <div class="middle">${pair(busy, t, view)} ${heading(view.headingLevel, title, text)} ${more}</div>
      <div class="actions">${actions}</div>
    </div>
  `;
  // The hosted page, which no frame shows, cannot take the place of a framed page.
  const isFramed = parent !== window;
  const cancel = () =>
    button('secondary-action', () => send({ type: 'cancel-requested' }), t('step.authorize.cancel'));
  switch (state.phase) {
    case 'ready':
      return stage(
        false,
        t('step.authorize.title'),
        t('step.authorize.text'),
        html`${degradedNote(view, t)} ${consent(state, send, t, view)}`,
        html`${button('action', open(send, agreed(state, view.chosen, t)), t('step.authorize.submit'))}
        ${view.phone.offer}`,
      );
    case 'opening':
    case 'away':
    case 'severed':
      return stage(
        true,
        t('problem.popup_closed.title'),
        t('problem.popup_closed.text'),
        nothing,
        // If this page cannot see the window any more, the person is likely to need it again.
        html`${button(
          state.phase === 'severed' ? 'action' : 'secondary-action',
          open(send),
          t('problem.popup_closed.action'),
        )}
        ${cancel()}`,
      );
    case 'blocked':
      return stage(
        false,
        t('problem.popup_blocked.title'),
        t('problem.popup_blocked.text'),
        isFramed ? nothing : html`<p class="lead">${t('step.authorize.same-window-text')}</p>`,
        html`${button(
          'action',
          isFramed ? open(send) : () => send({ type: 'same-window-requested' }),
          t('problem.popup_blocked.action'),
        )}
        ${button('secondary-action', open(send), t('common.retry'))} ${cancel()}`,
      );
    default:
      return state.phase satisfies never;
  }
};
