import type { LitElement, ReactiveController } from 'lit';
import { languageOf, loadLanguage, type Translation } from '../../messages/index.js';
import type { TextSet } from '../attributes.js';
import { localeOf } from '../locale.js';
import type { Warn } from '../warn.js';

/**
 * Owns which language the widget speaks: the one that the page or the person wants. Its words are loaded when they are needed.
 * English is built in, and is shown if the words of another language do not load.
 */
export class SpokenLanguage implements ReactiveController {
  /** BCP 47. */
  tag = 'en';
  /** How numbers are written: the same language, with the region that was asked for (BCP 47). */
  numbers = 'en';
  /** Every word; undefined for English. */
  texts: Translation | undefined;
  /** Whether the first words are still loading: nothing is shown in a language that nobody asked for. */
  waits = true;
  #come = (): void => {};
  /** Resolves once there are words. */
  readonly ready = new Promise<void>((resolve) => (this.#come = resolve));

  readonly #host: LitElement & { locale: TextSet };
  readonly #warn: Warn;
  /** Made only in a page: a server that renders the tag has no `MutationObserver`. */
  #observer: MutationObserver | undefined;
  #wanted: string | null = null;
  #failed = false;

  constructor(host: LitElement & { locale: TextSet }, warn: Warn) {
    this.#host = host;
    this.#warn = warn;
    host.addController(this);
  }

  get #asked(): string {
    return localeOf(this.#host, this.#warn);
  }

  hostConnected(): void {
    // A page may set the same `lang` over and over.
    this.#observer ??= new MutationObserver(() => {
      if (this.#asked !== this.#wanted) this.#host.requestUpdate();
    });
    // Any element around may say what language its content is in.
    this.#observer.observe(document, { subtree: true, attributeFilter: ['lang'] });
  }

  hostDisconnected(): void {
    this.#observer?.disconnect();
  }

  /** Requests the words again that did not load. */
  retry(): void {
    if (!this.#failed) return;
    this.#failed = false;
    this.#wanted = null;
    this.#host.requestUpdate();
  }

  hostUpdate(): void {
    const wanted = this.#asked;
    if (wanted === this.#wanted) return;
    this.#wanted = wanted;
    const speak = (tag: string, texts?: Translation): void => {
      const numbers = languageOf(wanted) === languageOf(tag) ? wanted : tag;
      // Another language may have been asked for meanwhile.
      if (wanted !== this.#wanted) return;
      Object.assign(this, { tag, numbers, texts, waits: false });
      this.#come();
      this.#host.requestUpdate();
    };
    const words = loadLanguage(wanted);
    if (!words) return speak('en');
    words.then(
      ({ tag, translation }) => speak(tag, translation),
      () => {
        this.#warn('language-not-loaded', languageOf(wanted));
        this.#failed = true;
        speak('en');
      },
    );
  }
}
