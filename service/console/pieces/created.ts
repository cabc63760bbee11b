import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { firstClick } from './first-click.js';
import { PageElement } from './page-element.js';

/** A new key. It is shown only once, until the person confirms that they have stored it. */
export class Created extends PageElement {
  static override properties = {
    name: {},
    secret: { attribute: false },
    use: {},
    copied: { state: true },
  };

  declare name: string;
  declare secret: string | null;
  /** The use of the key, as a sentence. */
  declare use: string;
  declare private copied: boolean;

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('secret')) this.copied = false;
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (changed.has('secret') && this.secret) this.querySelector<HTMLElement>('h2')?.focus();
  }

  readonly #copied = (): void => {
    this.copied = true;
    this.dispatchEvent(new CustomEvent('console-copied'));
  };

  #done(): void {
    this.dispatchEvent(new CustomEvent('console-kept'));
  }

  protected override render(): TemplateResult | typeof nothing {
    if (!this.secret) return nothing;
    return html`<section class="created" aria-labelledby="created-title">
      <h2 id="created-title" tabindex="-1">Save the key “${this.name}” now</h2>
      <p>You won’t see it again: the service keeps no copy. ${this.use}</p>
      <div class="row">
        <console-copy-field
          label="The new key"
          .value=${this.secret}
          @console-copied=${this.#copied}
        ></console-copy-field>
        <button type="button" @click=${firstClick(() => this.#done())}>I’ve saved it</button>
      </div>
      <p class="unseen" role="status">${this.copied ? 'Key copied.' : ''}</p>
    </section>`;
  }
}
