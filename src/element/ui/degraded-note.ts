import { html, nothing } from 'lit';
import type { View } from '../steps/step-view.js';
import type { Translate } from '../translate.js';

/** That others could not connect either, said before somebody signs in in vain. */
export const degradedNote = ({ chosen }: View, t: Translate) =>
  chosen?.degraded ? html`<p part="notice">${t('step.sign-in.degraded')}</p>` : nothing;
