import type { LitElement, ReactiveController } from 'lit';

/** Milliseconds: a screen reader needs to have seen the empty node before its text changes. */
const settle = 100;
/** Milliseconds: while a person types, only the last count is worth hearing. */
const pause = 600;

/**
 * Owns the status node, a child of the element in the page itself: live regions in shadow roots are missed
 * by some screen readers. Does not own what is said.
 */
export class Announcer implements ReactiveController {
  readonly #host: LitElement;
  #node: HTMLElement | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(host: LitElement) {
    this.#host = host;
    host.addController(this);
  }

  hostConnected(): void {
    this.#attach();
  }

  hostDisconnected(): void {
    clearTimeout(this.#timer);
  }

  /** `lang` (BCP 47) is the text's language. The page may be in another language, which is read in another voice. */
  say(text: string, lang: string, soon: 'now' | 'after-typing' = 'now'): void {
    const node = this.#attach();
    clearTimeout(this.#timer);
    node.lang = lang;
    // The same words twice would be no change, and would not be read.
    node.textContent = '';
    this.#timer = setTimeout(() => (node.textContent = text), soon === 'now' ? settle : pause);
  }

  /** Takes back what was said, or what was about to be said. */
  hush(): void {
    clearTimeout(this.#timer);
    if (this.#node) this.#node.textContent = '';
  }

  // The page may have emptied the element since the last time.
  #attach(): HTMLElement {
    if (!this.#node) {
      this.#node = document.createElement('span');
      this.#node.slot = 'status';
      // No role: a page that looks for its own `[role=status]` would find this one, and write into it.
      this.#node.setAttribute('aria-live', 'polite');
      this.#node.setAttribute('aria-atomic', 'true');
    }
    if (this.#node.parentNode !== this.#host) this.#host.append(this.#node);
    return this.#node;
  }
}
