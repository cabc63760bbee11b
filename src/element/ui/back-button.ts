import { html, nothing } from 'lit';
import { hasPicker, type State, type Step } from '../../flow/index.js';
import type { Send } from '../steps/step-view.js';
import type { Translate } from '../translate.js';
import { icon } from './icons.js';

const arrow = icon('M19 12H5m6-6-6 6 6 6', 'icon mirrored');

/** Whether a step has one before it to go back to: always, or where there is a picker. */
const before: Readonly<Record<Step, 'always' | 'picker' | null>> = {
  loading: null,
  'select-provider': null,
  disconnect: 'always',
  'sign-in': 'picker',
  authorize: 'picker',
  handoff: 'always',
  connecting: null,
  challenge: 'always',
  done: null,
  problem: null,
  closed: null,
};

/** Leads to the step before, from the steps that have one. */
export function backButton(state: State, send: Send, t: Translate) {
  const way = before[state.step];
  return way === 'always' || (way === 'picker' && hasPicker(state))
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
