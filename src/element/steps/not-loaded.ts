import { html } from 'lit';
import type { Translate } from '../translate.js';
import { heading } from '../ui/heading.js';

/** The input of `notLoaded`, which says that a part of the code did not load. */
export interface NotLoadedView {
  readonly headingLevel: number;
  /** Whether the person has tried again already. If the network is there, only loading the page again can help then. */
  readonly hasRetried: boolean;
  readonly retry: () => void;
}

/** Shown in place of code that did not load, so it is in the first chunk. */
export const notLoaded = ({ headingLevel, hasRetried, retry }: NotLoadedView, t: Translate) => {
  const reloads = hasRetried && navigator.onLine;
  return html`
    <div part="problem" role="alert">
      ${heading(headingLevel, t('step.loading.failed'))}
      <button part="action" type="button" @click=${reloads ? () => location.reload() : retry}>
        ${t(reloads ? 'common.reload' : 'common.retry')}
      </button>
    </div>
  `;
};
