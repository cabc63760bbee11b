import { html } from 'lit';
import { heading } from '../ui/heading.js';
import type { Translate } from '../translate.js';
import type { FirstView } from './step-view.js';

/** As many rows as the list shows, so that nothing moves when it comes. */
const rows = Array.from(
  { length: 6 },
  () => html`<div class="row"><i class="square"></i><i></i><i></i></div>`,
);

/**
 * The outline of the picker, shown while the picker or the code of a later step loads. A word in each font of the picker, and a
 * field, are laid out unseen, so that the browser has loaded what they need when the rows come. Nobody can read them.
 */
export const loading = (_state: unknown, _send: unknown, t: Translate, view: FirstView) => {
  const title = t.text('step.loading.title');
  const word = t.text('step.select-provider.search');
  return html`
    <div class="unseen">${heading(view.headingLevel, title)}</div>
    <div class="skeleton" part="progress" role="progressbar" aria-label=${title}>
      <div class="unseen" aria-hidden="true" data-word=${word}>
        <b data-word=${word}></b><span class="resources" data-word=${word}></span
        ><input placeholder=${word} disabled />
      </div>
      <i class="title"></i><i></i><i class="field"></i>
      <div class="rows">${rows}</div>
    </div>
  `;
};
