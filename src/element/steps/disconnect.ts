import { html } from 'lit';
import type { LinkProvider } from '../../contract/index.js';
import type { In } from '../../flow/index.js';
import type { Translate } from '../translate.js';
import { button } from '../ui/button.js';
import { heading } from '../ui/heading.js';
import { providerLogo } from '../ui/provider-logo.js';
import { nameOf } from '../ui/provider-words.js';
import type { FirstView, Send } from './step-view.js';

/** Whether a connection is to end, and what becomes of its data. The heading has the focus, and says the rest with it. */
export const disconnect = (
  { busy }: In<'disconnect'>,
  send: Send,
  t: Translate,
  { chosen, headingLevel, logos }: FirstView & { readonly chosen: LinkProvider | null },
) => html`
  <div class="stage ends" role="group" aria-labelledby="title" aria-describedby="lead">
    <div class="middle">
      <div class="brand">${providerLogo(chosen ? nameOf(chosen) : '?', chosen?.logo, logos)}</div>
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
