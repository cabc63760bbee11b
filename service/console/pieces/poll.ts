import type { ReactiveController, ReactiveControllerHost } from 'lit';

/**
 * Polls while something is in progress and the page is visible. Owns the timer; does not own what is loaded.
 */
export class Poll implements ReactiveController {
  readonly #goesOn: () => boolean;
  readonly #read: () => Promise<unknown>;
  readonly #milliseconds: number;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    host: ReactiveControllerHost,
    options: { goesOn: () => boolean; read: () => Promise<unknown>; milliseconds: number },
  ) {
    this.#goesOn = options.goesOn;
    this.#read = options.read;
    this.#milliseconds = options.milliseconds;
    host.addController(this);
  }

  hostConnected(): void {
    document.addEventListener('visibilitychange', this.#plan);
  }

  hostUpdated(): void {
    this.#plan();
  }

  hostDisconnected(): void {
    document.removeEventListener('visibilitychange', this.#plan);
    this.#stop();
  }

  readonly #plan = (): void => {
    if (document.hidden || !this.#goesOn()) return this.#stop();
    this.#timer ??= setTimeout(() => {
      void this.#read().finally(() => {
        this.#stop();
        this.#plan();
      });
    }, this.#milliseconds);
  };

  #stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
