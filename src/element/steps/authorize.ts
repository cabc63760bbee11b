import { html } from 'lit';
import type { Translate } from '../translate.js';
import { consent } from '../ui/consent.js';
import { heading } from '../ui/heading.js';
import { pair } from '../ui/provider-header.js';
import type { Send, StepView } from './step-view.js';

/** The window must open inside the click, so nothing is awaited between the click and the event. */
const open = (send: Send) => () => send({ type: 'authorize-requested' });

export const authorize: StepView<'authorize'> = (state, send, t, view) => {
  const app = state.session?.app_name ?? null;
  const top = (title: unknown, text: unknown, busy = false) => html`
    ${pair(app, busy, t, view)} ${heading(view.headingLevel, title, text)}
  `;
  switch (state.phase) {
    case 'ready':
      return html`
        ${top(t('step.authorize.title'), t('step.authorize.text'))} ${consent(view.chosen, state.session, t)}
        <div class="actions">
          <button part="action" type="button" @click=${open(send)}>${t('step.authorize.submit')}</button>
        </div>
      `;
    case 'opening':
    case 'away':
    case 'severed':
      return html`
        ${top(t('step.authorize.away-title'), t('step.authorize.away-text'), true)}
        ${away(send, t, state.phase === 'severed')}
      `;
    case 'blocked':
      return html`
        ${top(t('step.authorize.blocked-title'), t('step.authorize.blocked-text'))}
        <div class="actions">
          <button part="action" type="button" @click=${() => send({ type: 'same-window-requested' })}>
            ${t('step.authorize.same-window')}
          </button>
          <p class="small">${t('step.authorize.same-window-text')}</p>
          <button part="secondary-action" type="button" @click=${open(send)}>
            ${t('step.authorize.open-again')}
          </button>
        </div>
      `;
    default:
      return state.phase satisfies never;
  }
};

/** A window that cannot be seen any more is likely to be needed again. */
const away = (send: Send, t: Translate, lost: boolean) => html`
  <div class="actions">
    <button part=${lost ? 'action' : 'secondary-action'} type="button" @click=${open(send)}>
      ${t('step.authorize.open-again')}
    </button>
    <button part="secondary-action" type="button" @click=${() => send({ type: 'cancel-requested' })}>
      ${t('step.authorize.cancel')}
    </button>
  </div>
`;
