import { html, nothing } from 'lit';
import type { LinkProvider } from '../../contract/index.js';
import { isLinkable } from '../../flow/index.js';
import type { FirstView, Send } from '../steps/step-view.js';
import type { Translate } from '../translate.js';
import { checkIcon } from './icons.js';
import { providerLogo } from './provider-logo.js';
import { nameOf, resourceNames } from './provider-words.js';

/** The place of a row in its list, counted from 1. */
export interface Place {
  readonly number: number;
  readonly of: number;
}

/**
 * One provider of the list, as a button. A provider that this version cannot link is shown, and says so. Texts are set as
 * properties, which need no nodes to mark their place.
 */
export function providerRow(provider: LinkProvider, place: Place, send: Send, t: Translate, view: FirstView) {
  const name = nameOf(provider);
  const linkable = isLinkable(provider);
  const problem = linkable && (provider.broken ? 'broken' : provider.degraded ? 'degraded' : null);
  return html`<li aria-setsize=${place.of} aria-posinset=${place.number}>
    <button
      part="provider"
      type="button"
      aria-disabled=${linkable ? nothing : 'true'}
      @click=${() => linkable && send({ type: 'provider-chosen', provider: provider.slug })}
    >
      ${providerLogo(name, provider.logo, view.logos)}
      <span class="words">
        <bdi part="provider-name" .textContent=${name}></bdi>
        ${
          provider.connected
            ? html`<span part="provider-badge">${checkIcon}${t('step.select-provider.connected')}</span>`
            : html`<span
                class=${problem ? 'warning' : 'resources'}
                part=${problem ? 'provider-badge' : nothing}
                .textContent=${
                  problem
                    ? t.text(`step.select-provider.${problem}`)
                    : linkable
                      ? resourceNames(provider, t)
                      : t.text('step.select-provider.unavailable')
                }
              ></span>`
        }
      </span>
    </button>
    ${view.actionsOf?.(provider, send, t)}
  </li>`;
}
