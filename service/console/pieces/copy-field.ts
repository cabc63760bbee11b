import { html, type PropertyValues, type TemplateResult } from 'lit';
import type { On } from './on.js';
import { PageElement } from './page-element.js';

/** A text to copy, with its button. Owns whether it was copied; dispatches `console-copied`. */
export class CopyField extends PageElement {
  static override properties = {
    value: {},
    label: {},
    copied: { state: true },
  };

  declare value: string;
  /** A description of the text, for screen readers. */
  declare label: string;
  declare private copied: boolean;

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('value')) this.copied = false;
  }

  async #copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(this.value);
      this.#tell();
    } catch {
      // Without permission, or on an insecure page, the person copies the selected text by hand.
      this.querySelector('input')?.select();
    }
  }

  /** Without the button, only all of the text counts. */
  readonly #copyByHand = ({ currentTarget: field }: On<HTMLInputElement>): void => {
    if ((field.selectionEnd ?? 0) - (field.selectionStart ?? 0) === this.value.length) this.#tell();
  };

  #tell(): void {
    this.copied = true;
    this.dispatchEvent(new CustomEvent('console-copied'));
  }

  protected override render(): TemplateResult {
    return html`<input
        type="text"
        readonly
        aria-label=${this.label}
        .value=${this.value}
        autocomplete="off"
        spellcheck="false"
        @focus=${({ currentTarget }: On<HTMLInputElement>) => currentTarget.select()}
        @copy=${this.#copyByHand}
      />
      <button type="button" class="primary" @click=${() => void this.#copy()}>
        ${this.copied ? 'Copied' : 'Copy'}
      </button>`;
  }
}
