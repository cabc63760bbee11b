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
      this.copied = true;
      this.dispatchEvent(new CustomEvent('console-copied'));
    } catch {
      // Without permission, or on an insecure page, the person copies the selected text by hand.
      this.querySelector('input')?.select();
    }
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
      />
      <button type="button" class="primary" @click=${() => void this.#copy()}>
        ${this.copied ? 'Copied' : 'Copy'}
      </button>`;
  }
}
