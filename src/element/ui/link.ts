import { html } from 'lit';
import type { Translate } from '../translate.js';

/** A link out of the widget, in a new tab that gets no opener and no referrer. */
export const link = (url: string, label: unknown, t: Translate, part = 'secondary-action') =>
  html`<a part=${part} href=${url} target="_blank" rel="noopener noreferrer"
    ><span>${label}</span><span class="unseen"> (${t('common.new-tab')})</span></a
  >`;
