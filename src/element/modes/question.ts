import { html } from 'lit';
import type { Loss } from './would-be-lost.js';
import type { Translate } from '../translate.js';

/** Asks before something is lost. */
export const question = (loss: Loss, stay: () => void, leave: () => void, t: Translate) => html`
  <div class="leaving" part="notice" role="alertdialog" aria-labelledby="leave" aria-describedby="leave-text">
    <strong id="leave">${t('leave.title')}</strong>
    <p id="leave-text">${t(loss)}</p>
    <button part="action" type="button" @click=${stay}>${t('leave.stay')}</button>
    <button part="secondary-action" type="button" @click=${leave}>${t('leave.leave')}</button>
  </div>
`;
