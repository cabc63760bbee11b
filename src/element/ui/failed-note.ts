import { html, nothing } from 'lit';
import type { Translate } from '../translate.js';

/** Says that a part of the step did not load. Another press tries again. */
export const failedNote = ({ failed }: { readonly failed: boolean }, t: Translate) =>
  failed ? html`<p role="alert">${t('step.loading.failed')}</p>` : nothing;
