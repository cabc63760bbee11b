import { html, nothing } from 'lit';
import type { LinkProvider } from '../../contract/index.js';
import { isLinkable } from '../../flow/index.js';
import type { FirstView, Send } from '../steps/step-view.js';
import type { Translate } from '../translate.js';
import { checkIcon, chevronIcon } from './icons.js';
import { providerLogo } from './provider-logo.js';
import { nameOf, resourceNames } from './provider-words.js';

/** One provider of the list, as a button. One that this version cannot link is shown, and says so. */
export function providerRow(provider: LinkProvider, send: Send, t: Translate, view: FirstView) {
  const name = nameOf(provider);
  const linkable = isLinkable(provider);
  const resources = resourceNames(provider, t);
  return html`<button
    part="provider"
    type="button"
    aria-disabled=${linkable ? nothing : 'true'}
    @click=${() => linkable && send({ type: 'provider-chosen', provider: provider.slug })}
  >
    ${providerLogo(name, provider.logo, view.logos)}
    <span class="words">
      <bdi part="provider-name">${name}</bdi>
      <span class="resources">${linkable ? resources : t('step.select-provider.unavailable')}</span>
    </span>
    ${
      provider.connected
        ? html`<span part="provider-badge">${checkIcon}${t('step.select-provider.connected')}</span>`
        : nothing
    }
    ${linkable ? chevronIcon : nothing}
  </button>`;
}
