// The chunk for people who choose what to share: the list with boxes to untick, and its words.
import { css, html, nothing } from 'lit';
import type { LinkProvider } from '../contract/index.js';
import type { PersonEvent } from '../flow/index.js';
import { enChoice } from '../messages/index.js';
import { adoptStyles } from './adopt-styles.js';
import type { LinkHost } from './link-host.js';
import type { Translate } from './translate.js';
import type { On } from './ui/on.js';
import { resourceName } from './ui/provider-words.js';

const styles = css`
  ul.boxes {
    display: grid;
    gap: 0;
    li {
      align-items: center;
      justify-content: space-between;
      gap: 0.75rem;
      min-block-size: 2.75rem;
    }
    label {
      display: flex;
      flex: 1;
      align-items: center;
      gap: 0.75rem;
      min-block-size: 2.75rem;
      font-weight: inherit;
      cursor: pointer;
    }
    input {
      flex: none;
      inline-size: 1.25rem;
      block-size: 1.25rem;
      margin: 0;
      accent-color: var(--_accent-text);
    }
    small {
      color: var(--_muted);
    }
  }
`;

/** Owns whether the list is open, and for which provider. Does not own what was chosen: the flow does. */
export class Choice {
  readonly #host: LinkHost;
  #openFor: string | null;
  /** Whether the person tried to untick the last ticked box. */
  #refused = false;

  /** Opens at once for this provider, because the press that opens its list loads this chunk. */
  constructor(host: LinkHost, provider: string | null) {
    this.#host = host;
    this.#openFor = provider;
    adoptStyles(host.renderRoot, styles);
    void this.#lead();
  }

  isOpenFor(provider: LinkProvider): boolean {
    return provider.slug === this.#openFor;
  }

  toggle(provider: LinkProvider): void {
    this.#openFor = this.isOpenFor(provider) ? null : provider.slug;
    this.#refused = false;
    void this.#lead();
  }

  /** Moves the focus from the button that opened the list to the list's first box, which comes before that button. */
  async #lead(): Promise<void> {
    this.#host.requestUpdate();
    await this.#host.updateComplete;
    const root = this.#host.renderRoot;
    if (root.querySelector('.choose:focus')) root.querySelector<HTMLElement>('.boxes input')?.focus();
  }

  /** A box for each resource that can be left out; the others say that they are needed. */
  boxes(
    provider: LinkProvider,
    shared: readonly string[],
    send: (event: PersonEvent) => void,
    words: Translate,
  ) {
    const t = words.with(enChoice);
    const all = provider.resources ?? [];
    const optional = provider.optional_resources ?? [];
    /** Runs on the click, so that a box that has to stay ticked never looks unticked. */
    const press = (event: On<HTMLInputElement>): void => {
      const { value, checked } = event.currentTarget;
      const resources = all.filter((each) => (each === value ? checked : shared.includes(each)));
      this.#refused = resources.length === 0;
      if (this.#refused) {
        event.preventDefault();
        this.#host.requestUpdate();
      } else send({ type: 'resources-chosen', resources });
    };
    return html`<ul role="list" class="boxes" aria-labelledby="shared">
        ${all.map((resource) => {
          const name = html`<bdi>${resourceName(resource, t)}</bdi>`;
          return html`<li>
            ${
              optional.includes(resource)
                ? html`<label
                    ><input
                      type="checkbox"
                      value=${resource}
                      .checked=${shared.includes(resource)}
                      aria-describedby=${this.#refused ? 'shared-error' : nothing}
                      @click=${press}
                    />${name}</label
                  >`
                : html`${name}<small>${t('step.sign-in.needed')}</small>`
            }
          </li>`;
        })}
      </ul>
      ${
        this.#refused
          ? html`<div part="field-error" id="shared-error" role="alert">
              ${t('step.sign-in.at-least-one')}
            </div>`
          : nothing
      }`;
  }
}
