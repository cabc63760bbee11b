import { html } from 'lit';
import { heading } from '../ui/heading.js';
import type { Translate } from '../translate.js';
import type { View } from './step-view.js';

/** As many rows as the list shows, so that nothing moves when it comes. */
const rows = Array.from(
  { length: 6 },
  () => html`<div class="row"><i class="square"></i><i class="line"></i><i class="line short"></i></div>`,
);

/** The outline of the picker: while it loads, and while the code of a later step is under way. */
export const loading = (_state: unknown, _send: unknown, t: Translate, view: View) => html`
  <div class="skeleton" part="progress" role="progressbar" aria-label=${t.text('step.loading.title')}>
    <div class="unseen">${heading(view.headingLevel, t('step.loading.title'))}</div>
    <i class="line title"></i><i class="line text"></i><i class="line field"></i>
    <div class="rows">${rows}</div>
  </div>
`;
