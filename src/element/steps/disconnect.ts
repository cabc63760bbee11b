import { html } from 'lit';
import type { LinkProvider } from '../../contract/index.js';
import type { In } from '../../flow/index.js';
import type { Translate } from '../translate.js';
import { button } from '../ui/button.js';
import { heading } from '../ui/heading.js';
import { providerLogo } from '../ui/provider-logo.js';
import type { FirstView, Send } from './step-view.js';

/**
 * Asks whether a connection is to end, and says what happens to its data. A screen reader reads that with the focused heading.
 */
export const disconnect = (
  { busy }: In<'disconnect'>,
  send: Send,
  t: Translate,
  { chosen, headingLevel, logos }: FirstView & { readonly chosen: LinkProvider | null },
) => html`
  <div class="stage ends" role="group" aria-labelledby="title" aria-describedby="lead">
    <div class="middle">
      <div class="brand">${providerLogo(t.provider ?? '', chosen?.logo, logos)}</div>
      ${heading(headingLevel, t('step.disconnect.title'), t('step.disconnect.text'))}
    </div>
    <div class="actions">
      ${button(
        'action',
        () => send({ type: 'disconnect-confirmed' }),
        t(busy ? 'step.disconnect.busy' : 'step.disconnect.action'),
        busy,
      )}
      ${button('secondary-action', () => send({ type: 'cancel-requested' }), t('step.disconnect.cancel'))}
    </div>
  </div>
`;
