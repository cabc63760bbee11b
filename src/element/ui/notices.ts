import { html, nothing } from 'lit';
import type { LinkProvider } from '../../contract/index.js';
import { canHaveMoreTime, type State, type StepsThatAre } from '../../flow/index.js';
import type { MessageKey, Values } from '../../messages/index.js';
import type { Send } from '../steps/step-view.js';
import type { Translate } from '../translate.js';
import { nameOf } from './provider-words.js';

const over: StepsThatAre<'over'> = { loading: 1, done: 1, problem: 1, closed: 1 };

/**
 * The notice that there is no network; null if it is not shown now. Only a form keeps what was entered: once the form is sent, a
 * failure empties the password.
 */
export const offlineWords = (state: State): 'common.offline' | 'problem.offline.title' | null =>
  state.online || state.step in over
    ? null
    : state.step === 'sign-in' || (state.step === 'challenge' && !state.busy)
      ? 'common.offline'
      : 'problem.offline.title';

/** The notice of how long the link still works; null if none is shown now. */
export function expiryWords(state: State): readonly [MessageKey, Values?] | null {
  const { expiresIn, step } = state;
  // A request that runs while the link ends may still succeed.
  if (expiresIn === null || step in over || (expiresIn === 0 && step === 'connecting')) return null;
  return expiresIn === 0
    ? ['problem.token_expired.title']
    : ['common.expiring', { n: Math.ceil(expiresIn / 60) }];
}

/** The notices for every step: no network, and a token that is about to end; in the list also what was just `disconnected`. */
export function notices(state: State, disconnected: LinkProvider | null, send: Send, t: Translate) {
  const offline = offlineWords(state);
  const expiry = expiryWords(state);
  return html`
    ${offline && html`<div part="notice" class="bar">${t(offline)}</div>`}
    ${expiry && expiring(t(...expiry), state, send, t)}
    ${
      disconnected &&
      html`<div part="notice" class="bar">
        <span>${t('step.disconnect.done', { p: nameOf(disconnected) })}</span>
      </div>`
    }
  `;
}

const expiring = (words: unknown, state: State, send: Send, t: Translate) => html`
  <div part="notice" class="bar">
    <span> ${words}${state.moreTime === 'refused' ? html`<br />${t('common.not-extended')}` : nothing} </span>
    ${
      canHaveMoreTime(state)
        ? html`<button
            part="secondary-action"
            type="button"
            aria-disabled=${state.moreTime === 'asked' ? 'true' : nothing}
            @click=${() => send({ type: 'more-time-requested' })}
          >
            ${t('common.stay')}
          </button>`
        : nothing
    }
  </div>
`;
