import { html } from 'lit';
import type { Translate } from '../translate.js';
import { heading } from '../ui/heading.js';

/** What is offered if a part of the code could not be fetched. */
export interface NotLoadedView {
  readonly headingLevel: number;
  /** Whether the person has tried again already: then only loading the page again can help, if the network is there. */
  readonly hasRetried: boolean;
  readonly retry: () => void;
}

/** Shown in place of what could not be fetched, so it is in the first chunk. */
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
