import { html, nothing } from 'lit';
import type { LinkProvider, LinkSession } from '../../contract/index.js';
import { linkUrl } from '../safe-url.js';
import type { Translate } from '../translate.js';
import { checkIcon } from './icons.js';
import { link } from './link.js';
import { resourceName } from './provider-words.js';

/** What will be shared and with whom, and the team's terms. */
export function consent(provider: LinkProvider | null, session: LinkSession | null, t: Translate) {
  const resources = provider?.resources ?? [];
  const terms = linkUrl(session?.terms_url);
  const privacy = linkUrl(session?.privacy_url);
  return html`<div part="consent">
    ${
      resources.length > 0
        ? html`<p>${t('step.sign-in.consent')}</p>
            <ul role="list">
              ${resources.map((resource) => html`<li>${checkIcon}<bdi>${resourceName(resource, t)}</bdi></li>`)}
            </ul>`
        : html`<p>${t('step.sign-in.consent-all')}</p>`
    }
    ${
      terms || privacy
        ? html`<p class="links">
            ${terms ? link(terms, t('step.sign-in.terms'), t) : nothing}
            ${privacy ? link(privacy, t('step.sign-in.privacy'), t) : nothing}
          </p>`
        : nothing
    }
  </div>`;
}
