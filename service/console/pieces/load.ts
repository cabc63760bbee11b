import { html, nothing, type LitElement, type ReactiveController, type TemplateResult } from 'lit';
import { problemNote } from './problem-note.js';

/**
 * Loads what a view shows. Owns the value, the last problem and the request in progress; a new request aborts the earlier
 * one. Does not own what is done with the value. The value stays while it is loaded again, and if loading fails.
 */
export class Load<Value> implements ReactiveController {
  value: Value | undefined;
  /** When the value was read. */
  at: Date | undefined;
  error: unknown;
  busy = false;
  /** When the person tried again without success. */
  #tried: Date | undefined;
  readonly #host: LitElement;
  readonly #read: (signal: AbortSignal) => Promise<Value>;
  #underWay: AbortController | undefined;
  /** Whether a further try is under way. */
  #trying = false;

  constructor(host: LitElement, read: (signal: AbortSignal) => Promise<Value>) {
    this.#host = host;
    this.#read = read;
    host.addController(this);
  }

  /** Loads the value. Returns whether this succeeded. */
  async run(): Promise<boolean> {
    this.#underWay?.abort();
    const underWay = (this.#underWay = new AbortController());
    this.busy = true;
    this.#host.requestUpdate();
    try {
      const value = await this.#read(underWay.signal);
      if (underWay.signal.aborted) return false;
      this.value = value;
      this.at = new Date();
      this.error = this.#tried = undefined;
    } catch (error) {
      if (underWay.signal.aborted) return false;
      this.error = error;
    }
    this.busy = false;
    this.#host.requestUpdate();
    return this.error === undefined;
  }

  /** Drops the value, which belonged to something else, and loads again. */
  restart(): void {
    this.value = this.at = undefined;
    this.error = this.#tried = undefined;
    void this.run();
  }

  hostDisconnected(): void {
    this.#underWay?.abort();
  }

  /** The button that was pressed is gone once this succeeds. If nothing has the focus then, the heading takes it. */
  async #again(): Promise<void> {
    if (this.#trying) return;
    this.#trying = true;
    // What is under way by itself may have begun too early to succeed, and ends here.
    const good = await this.run();
    this.#trying = false;
    if (!good && !this.busy) this.#tried = new Date();
    this.#host.requestUpdate();
    await this.#host.updateComplete;
    if (document.activeElement === document.body) this.#host.querySelector('h1')?.focus();
  }

  /** The value as rendered by `show`, with the state of the request. */
  render(show: (value: Value) => unknown): TemplateResult {
    const failed = this.error !== undefined;
    // What is read again by itself beside a problem neither stops the button nor is told.
    const isLoading = failed ? this.#trying : this.busy && this.value === undefined;
    return html`${failed ? problemNote(this.error, () => void this.#again(), this.#tried, isLoading) : nothing}
    ${
      // Beside a problem it is there before it has words, so that they are read out.
      failed || isLoading
        ? html`<p class=${isLoading ? 'loading' : nothing} role="status">
            ${isLoading ? 'Loading…' : nothing}
          </p>`
        : nothing
    }
    ${this.value === undefined ? nothing : show(this.value)}`;
  }
}
