import { html } from 'lit';
import type { Translate } from '../translate.js';
import type { View } from '../steps/step-view.js';
import { checkIcon } from './icons.js';
import { providerLogo } from './provider-logo.js';
import { nameOf } from './provider-words.js';

/** The provider's logo, large, above a step's heading. */
export const providerHeader = (view: View) =>
  view.chosen
    ? html`<div class="brand">${providerLogo(nameOf(view.chosen), view.chosen.logo, view.logos)}</div>`
    : html``;

/** The app and the provider with a link between them; it moves while `busy`. */
export const pair = (busy: boolean, t: Translate, view: View) => html`
  <div class="pair" ?data-busy=${busy}>
    ${both(html`<span class="wire" aria-hidden="true"><i></i><i></i><i></i></span>`, t, view)}
  </div>
`;

/** The app and the provider side by side, after success. */
export const linked = (t: Translate, view: View) => html`
  <div class="pair done">${both(checkIcon, t, view)}</div>
`;

const both = (between: unknown, t: Translate, { appLogo, chosen, logos }: View) => html`
  ${providerLogo(t.app ?? t.text('common.app-first'), appLogo, logos)} ${between}
  ${providerLogo(t.provider ?? '', chosen?.logo, logos)}
`;
