import type { LitElement, ReactiveController } from 'lit';
import { languageOf, loadLanguage, type Translation } from '../../messages/index.js';
import { localeOf } from '../locale.js';
import type { Warn } from '../warn.js';

/**
 * Owns which language the widget speaks: what the page or the person wants, whose words are loaded when they are
 * needed. English is built in, and stands in where the words of another one do not come.
 */
export class SpokenLanguage implements ReactiveController {
  /** BCP 47. */
  tag = 'en';
  /** Every word; undefined for English. */
  texts: Translation | undefined;
  /** Whether the first words are still to come: nothing is said in a language that nobody asked for. */
  waits = false;

  readonly #host: LitElement & { locale: string | null | undefined };
  readonly #warn: Warn;
  // A page may set what is set already, over and over.
  readonly #observer = new MutationObserver(() => {
    if (this.#asked !== this.#wanted) this.#host.requestUpdate();
  });
  #wanted = 'en';

  constructor(host: LitElement & { locale: string | null | undefined }, warn: Warn) {
    this.#host = host;
    this.#warn = warn;
    host.addController(this);
  }

  get #asked(): string {
    return languageOf(localeOf(this.#host, this.#warn));
  }

  hostConnected(): void {
    // Any element around may say what language its content is in.
    this.#observer.observe(document, { subtree: true, attributeFilter: ['lang'] });
  }

  hostDisconnected(): void {
    this.#observer.disconnect();
  }

  hostUpdate(): void {
    const wanted = this.#asked;
    if (wanted === this.#wanted) return;
    this.#wanted = wanted;
    const speak = (tag: string, texts?: Translation): void => {
      // Another one may have been asked for meanwhile.
      if (wanted === this.#wanted) Object.assign(this, { tag, texts, waits: false });
      this.#host.requestUpdate();
    };
    const words = loadLanguage(wanted);
    if (!words) return speak('en');
    this.waits = !this.#host.hasUpdated;
    words.then(
      ({ tag, translation }) => speak(tag, translation),
      () => {
        this.#warn('language-not-loaded', wanted);
        speak('en');
      },
    );
  }
}
