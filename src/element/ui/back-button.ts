import { html, nothing } from 'lit';
import { hasPicker, type State, type StepsThatAre } from '../../flow/index.js';
import type { Send } from '../steps/step-view.js';
import type { Translate } from '../translate.js';
import { icon } from './icons.js';

const arrow = icon('M19 12H5m6-6-6 6 6 6', 'icon mirrored');

const returns: StepsThatAre<'returns'> = { disconnect: 1, handoff: 1, challenge: 1 };
const chosen: StepsThatAre<'chosen'> = { 'sign-in': 1, authorize: 1 };

/**
 * Leads to the step before, from the steps that have one. The same button stays in that step, so the second click of a double
 * click is dropped: otherwise two clicks on it in a challenge would end in the list.
 */
export function backButton(state: State, send: Send, t: Translate) {
  return state.step in returns || (state.step in chosen && hasPicker(state))
    ? html`<button
        part="back"
        type="button"
        aria-label=${t.text('common.back')}
        @click=${({ detail }: MouseEvent) => !(detail > 1) && send({ type: 'back-requested' })}
      >
        ${arrow}
      </button>`
    : nothing;
}
