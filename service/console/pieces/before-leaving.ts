import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { Confirm, Question } from './confirm.js';

interface Options {
  /** Whether something would be lost now. */
  readonly isNeeded: () => boolean;
  readonly dialog: () => Confirm | null;
  readonly question: Pick<Question, 'title' | 'text' | 'action'>;
}

/**
 * Asks before the person leaves a view that shows what is shown nowhere else. Before the page is closed or reloaded, the
 * browser asks in its own words. Owns whether the person has agreed; does not own what would be lost.
 */
export class BeforeLeaving implements ReactiveController {
  readonly #options: Options;
  #agreed = false;

  constructor(host: ReactiveControllerHost, options: Options) {
    this.#options = options;
    host.addController(this);
  }

  hostConnected(): void {
    addEventListener('console-leaving', this.#ask);
    addEventListener('beforeunload', this.#hold);
  }

  hostDisconnected(): void {
    removeEventListener('console-leaving', this.#ask);
    removeEventListener('beforeunload', this.#hold);
  }

  /** Returns whether the event is held. */
  readonly #hold = (event: Event): boolean => {
    if (this.#agreed || !this.#options.isNeeded()) return false;
    event.preventDefault();
    return true;
  };

  readonly #ask = (event: Event): void => {
    if (!this.#hold(event)) return;
    // The console, which dispatches it, sets this detail.
    const leave = (event as CustomEvent<() => void>).detail;
    void this.#options.dialog()?.ask({
      ...this.#options.question,
      run: () => Promise.resolve(),
      done: () => {
        this.#agreed = true;
        leave();
      },
    });
  };
}
