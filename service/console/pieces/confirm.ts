import { html, nothing, type TemplateResult } from 'lit';
import { PageElement } from './page-element.js';
import { problemNote } from './problem-note.js';

/** What is to be confirmed, and what is then done. */
export interface Question {
  readonly title: string;
  readonly text: string;
  /** What the button says, such as `Delete the key`. */
  readonly action: string;
  readonly run: () => Promise<unknown>;
  /** Called when it is done and the dialog is gone, which has given the focus back to where it was. */
  readonly done?: () => void;
}

/** Asks before something that cannot be taken back. A failure is told in the dialog, which stays for another try. */
export class Confirm extends PageElement {
  static override properties = {
    question: { state: true },
    busy: { state: true },
    error: { state: true },
  };

  declare private question: Question | undefined;
  declare private busy: boolean;
  declare private error: unknown;

  /** Shows the question; the one before is forgotten. */
  async ask(question: Question): Promise<void> {
    this.question = question;
    this.busy = false;
    this.error = undefined;
    await this.updateComplete;
    this.querySelector('dialog')?.showModal();
  }

  async #run(): Promise<void> {
    if (!this.question || this.busy) return;
    this.busy = true;
    this.error = undefined;
    try {
      await this.question.run();
      this.#close();
      this.question.done?.();
    } catch (error) {
      this.error = error;
    }
    this.busy = false;
  }

  readonly #close = (): void => {
    this.querySelector('dialog')?.close();
  };

  protected override render(): TemplateResult | typeof nothing {
    if (!this.question) return nothing;
    const { title, text, action } = this.question;
    return html`<dialog aria-labelledby="confirm-title" aria-describedby="confirm-text">
      <h2 id="confirm-title">${title}</h2>
      <p id="confirm-text">${text}</p>
      ${this.error === undefined ? nothing : problemNote(this.error)}
      <div class="buttons">
        <button type="button" @click=${this.#close}>Cancel</button>
        <button type="button" class="danger" aria-disabled=${this.busy} @click=${() => void this.#run()}>
          ${this.busy ? 'One moment…' : action}
        </button>
      </div>
    </dialog>`;
  }
}
