import { html, nothing } from 'lit';
import type { View } from '../steps/step-view.js';
import type { Translate } from '../translate.js';

/** Says that other people could not connect either, before a person signs in for nothing. */
export const degradedNote = ({ chosen }: View, t: Translate) =>
  chosen?.degraded ? html`<p part="notice">${t('step.sign-in.degraded')}</p>` : nothing;
