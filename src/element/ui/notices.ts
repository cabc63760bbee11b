import { html, nothing } from 'lit';
import type { State } from '../../flow/index.js';
import type { Send } from '../steps/step-view.js';
import type { Translate } from '../translate.js';

/** What concerns every step: no network, and a token that is about to end. */
export function notices(state: State, send: Send, t: Translate) {
  const working = !['loading', 'done', 'problem', 'closed'].includes(state.step);
  return html`
    ${state.online || !working ? nothing : html`<div part="notice" class="bar">${t('common.offline')}</div>`}
    ${state.expiresIn === null || !working ? nothing : expiring(state, send, t)}
  `;
}

const expiring = ({ expiresIn, options, awaiting, renewing }: State, send: Send, t: Translate) => html`
  <div part="notice" class="bar">
    <span>${t('common.expiring', { n: Math.max(1, Math.round((expiresIn ?? 0) / 60)) })}</span>
    ${
      // What is under way belongs to its token.
      options.canRenew && awaiting === null
        ? html`<button
            part="secondary-action"
            type="button"
            aria-disabled=${renewing === null ? nothing : 'true'}
            @click=${() => send({ type: 'more-time-requested' })}
          >
            ${t('common.stay')}
          </button>`
        : nothing
    }
  </div>
`;
