import type { LitElement } from 'lit';

/**
 * Owns which fields were empty when the form was sent, until they are filled in. Does not own the service's verdict on them: the
 * flow does.
 */
export class FormChecks {
  readonly #host: LitElement;
  readonly #say: (text: string) => void;
  #missing: ReadonlySet<string> = new Set();

  /** `say` tells a screen reader. */
  constructor(host: LitElement, say: (text: string) => void) {
    this.#host = host;
    this.#say = say;
  }

  isMissing(name: string): boolean {
    return this.#missing.has(name);
  }

  /** Whether `meant` finds something in every required field. The first field without it gets the focus. */
  pass(form: HTMLFormElement, meant = (typed: string): string => typed.trim()): boolean {
    const fields = form.querySelectorAll<HTMLInputElement | HTMLSelectElement>('[required]');
    const empty = [...fields].filter(({ value }) => !meant(value));
    this.#missing = new Set(empty.map(({ name }) => name));
    this.#host.requestUpdate();
    const [first] = empty;
    // A person who pressed Enter in this field is in it already, and a screen reader reads a field's error only on the way in.
    if (first?.matches(':focus')) void this.#read(`#${first.id}-error`);
    else first?.focus();
    return !first;
  }

  /** Reads out an error once it is drawn. */
  async #read(error: string): Promise<void> {
    await this.#host.updateComplete;
    this.#say(this.#host.renderRoot.querySelector(error)?.textContent ?? '');
  }

  /** Forgets them, before the form is drawn. */
  clear(): void {
    this.#missing = new Set();
  }
}
