import { html } from 'lit';
import type { Translate } from '../translate.js';
import { heading } from '../ui/heading.js';
import type { FirstView } from './step-view.js';

/** Stands in for every later step when its code could not be fetched: part of the first chunk for that reason. */
export const notLoaded = (retry: () => void, t: Translate, view: FirstView) => html`
  <div part="problem">
    ${heading(view.headingLevel, t('step.loading.failed'))}
    <button part="action" type="button" @click=${retry}>${t('common.retry')}</button>
  </div>
`;
