import { html, nothing } from 'lit';
import type { LinkProvider } from '../../contract/index.js';
import { hasConnection } from '../../flow/index.js';
import type { Send } from '../steps/step-view.js';
import type { Translate } from '../translate.js';
import { nameOf } from './provider-words.js';

/** The button that ends the connection with a provider of the list, below its row. A provider without a connection has none. */
export const providerAction = (provider: LinkProvider, send: Send, t: Translate) =>
  hasConnection(provider)
    ? html`<button
        part="provider-action secondary-action"
        type="button"
        aria-label=${t.text('step.disconnect.action', { p: nameOf(provider) })}
        @click=${() => send({ type: 'disconnect-requested', provider: provider.slug })}
      >
        ${t('step.disconnect.offer')}
      </button>`
    : nothing;
