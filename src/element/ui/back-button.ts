import { html, nothing } from 'lit';
import { hasPicker, type State } from '../../flow/index.js';
import type { Send } from '../steps/step-view.js';
import type { Translate } from '../translate.js';
import { icon } from './icons.js';

const arrow = icon('M19 12H5m6-6-6 6 6 6', 'icon mirrored');

/** Leads to the step before, from the steps that have one. */
export function backButton(state: State, send: Send, t: Translate) {
  const from = hasPicker(state) ? ['sign-in', 'authorize', 'challenge'] : ['challenge'];
  return from.includes(state.step)
    ? html`<button
        part="back"
        type="button"
        aria-label=${t.text('common.back')}
        @click=${() => send({ type: 'back-requested' })}
      >
        ${arrow}
      </button>`
    : nothing;
}
