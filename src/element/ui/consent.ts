import { html, nothing } from 'lit';
import type { In } from '../../flow/index.js';
import { linkUrl } from '../safe-url.js';
import type { Send, View } from '../steps/step-view.js';
import type { Translate } from '../translate.js';
import { sharedOf } from './agreed.js';
import { failedNote } from './failed-note.js';
import { checkIcon } from './icons.js';
import { link } from './link.js';
import { resourceName } from './provider-words.js';

/** What will be shared and with whom, the way to choose, and the team's terms. */
export function consent(
  state: In<'sign-in' | 'authorize'>,
  send: Send,
  t: Translate,
  { chosen, choice }: View,
) {
  const resources = sharedOf(state, chosen);
  const terms = linkUrl(state.session?.terms_url);
  const privacy = linkUrl(state.session?.privacy_url);
  const optional = resources.length > 0 && chosen?.optional_resources?.length;
  const open = chosen && choice.part?.isOpenFor(chosen) ? choice.part : null;
  return html`<div part="consent">
    ${
      chosen && resources.length > 0
        ? html`<p id="shared">${t('step.sign-in.consent')}</p>
            ${
              open?.boxes(chosen, resources, send, t) ??
              html`<ul role="list">
                ${resources.map((resource) => html`<li>${checkIcon}<bdi>${resourceName(resource, t)}</bdi></li>`)}
              </ul>`
            }
            ${failedNote(choice, t)}`
        : html`<p>${t('step.sign-in.consent-all')}</p>`
    }
    ${
      optional || terms || privacy
        ? html`<p class="links">
            ${
              optional && chosen
                ? html`<button
                    part="secondary-action"
                    class="choose"
                    type="button"
                    aria-expanded=${open ? 'true' : 'false'}
                    @click=${() => (choice.part ? choice.part.toggle(chosen) : void choice.load())}
                  >
                    <span>${t('step.sign-in.choose')}</span>
                  </button>`
                : nothing
            }
            <span>
              ${terms ? link(terms, t('step.sign-in.terms'), t) : nothing}
              ${privacy ? link(privacy, t('step.sign-in.privacy'), t) : nothing}
            </span>
          </p>`
        : nothing
    }
  </div>`;
}
