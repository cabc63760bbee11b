import { html, nothing, type TemplateResult } from 'lit';
import { firstClick } from './first-click.js';
import { PageElement } from './page-element.js';
import { problemNote } from './problem-note.js';

/** The options of a field in their order: the value and the words of each. */
export type Options = readonly (readonly [value: string, words: string])[];

/** A question, and the action that follows a yes. */
export interface Question {
  readonly title: string;
  readonly text: string;
  /** The text of the action's button, such as `Delete the key`. */
  readonly action: string;
  /** A choice to make first: the label of the field, and its options. The first option is selected. */
  readonly choice?: { readonly label: string; readonly options: Options };
  /** Set if the action destroys nothing. */
  readonly harmless?: true;
  readonly run: (choice: string) => Promise<unknown>;
  /** Called after the action, when the dialog is closed and the focus is back where it was. */
  readonly done?: () => void;
}

/** Asks before an action that cannot be undone. A failure is shown in the dialog, which stays open for another try. */
export class Confirm extends PageElement {
  static override properties = {
    question: { state: true },
    busy: { state: true },
    error: { state: true },
  };

  declare private question: Question | undefined;
  declare private busy: boolean;
  declare private error: unknown;

  /** Shows the question in place of an earlier one. */
  async ask(question: Question): Promise<void> {
    this.question = question;
    this.busy = false;
    this.error = undefined;
    await this.updateComplete;
    // The field stays from one question to the next, and would keep the earlier choice.
    const choice = this.querySelector('select');
    if (choice) choice.selectedIndex = 0;
    this.querySelector('dialog')?.showModal();
  }

  /** Takes the question back, whatever its action leads to. */
  withdraw(): void {
    this.#close();
    this.question = undefined;
  }

  async #run(): Promise<void> {
    const { question } = this;
    if (!question || this.busy) return;
    this.busy = true;
    this.error = undefined;
    try {
      await question.run(this.querySelector('select')?.value ?? '');
      // The dialog may show another question by now, which this result does not concern.
      if (this.question !== question) return;
      this.#close();
      question.done?.();
    } catch (error) {
      if (this.question !== question) return;
      this.error = error;
    }
    this.busy = false;
  }

  readonly #close = (): void => {
    this.querySelector('dialog')?.close();
  };

  /** A running action cannot be cancelled, so the question stays until its result is known. */
  readonly #cancel = (): void => {
    if (!this.busy) this.#close();
  };

  readonly #stay = (event: Event): void => {
    if (this.busy) event.preventDefault();
  };

  protected override render(): TemplateResult | typeof nothing {
    if (!this.question) return nothing;
    const { title, text, action, choice, harmless } = this.question;
    return html`<dialog
      aria-labelledby="confirm-title"
      aria-describedby="confirm-text"
      closedby=${this.busy ? 'none' : 'closerequest'}
      @cancel=${this.#stay}
    >
      <h2 id="confirm-title">${title}</h2>
      <p id="confirm-text">${text}</p>
      ${
        choice
          ? html`<div class="field">
              <label for="confirm-choice">${choice.label}</label>
              <select id="confirm-choice">
                ${choice.options.map(([value, words]) => html`<option value=${value}>${words}</option>`)}
              </select>
            </div>`
          : nothing
      }
      ${this.error === undefined ? nothing : problemNote(this.error)}
      <div class="buttons">
        <button type="button" aria-disabled=${this.busy} @click=${this.#cancel}>Cancel</button>
        <button
          type="button"
          class=${harmless ? 'primary' : 'danger'}
          aria-disabled=${this.busy}
          @click=${firstClick(() => void this.#run())}
        >
          ${this.busy ? 'One moment…' : action}
        </button>
      </div>
    </dialog>`;
  }
}
