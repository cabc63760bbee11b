import type { LitElement, ReactiveController } from 'lit';

/**
 * Owns which fields were empty when the form was sent, until they are filled in. Does not own what the
 * service thinks of them, which is the flow's.
 */
export class FormChecks implements ReactiveController {
  readonly #host: LitElement;
  #missing: ReadonlySet<string> = new Set();

  constructor(host: LitElement) {
    this.#host = host;
    host.addController(this);
  }

  hostConnected(): void {
    this.clear();
  }

  isMissing(name: string): boolean {
    return this.#missing.has(name);
  }

  /** Whether every required field holds something; the first that does not gets the focus. */
  pass(form: HTMLFormElement): boolean {
    const fields = form.querySelectorAll<HTMLInputElement | HTMLSelectElement>('[required]');
    const empty = [...fields].filter(({ value }) => !value.trim());
    this.#missing = new Set(empty.map(({ name }) => name));
    this.#host.requestUpdate();
    empty[0]?.focus();
    return empty.length === 0;
  }

  clear(): void {
    if (this.#missing.size === 0) return;
    this.#missing = new Set();
    this.#host.requestUpdate();
  }
}
