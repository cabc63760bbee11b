import { html } from 'lit';
import type { Translate } from '../translate.js';
import type { View } from '../steps/step-view.js';
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
    ${providerLogo(t.app ?? t.text('common.app-first'), view.appLogo, view.logos)}
    <span class="wire" aria-hidden="true"><i></i><i></i><i></i></span>
    ${providerLogo(view.chosen ? nameOf(view.chosen) : '?', view.chosen?.logo, view.logos)}
  </div>
`;
