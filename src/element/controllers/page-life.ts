import type { LitElement, ReactiveController } from 'lit';
import type { Event as FlowEvent } from '../../flow/index.js';

/**
 * Owns the listeners for what happens to the page: network, leaving, coming back. Does not own what the
 * flow makes of it.
 */
export class PageLife implements ReactiveController {
  readonly #host: LitElement;
  readonly #send: (event: FlowEvent) => void;

  constructor(host: LitElement, send: (event: FlowEvent) => void) {
    this.#host = host;
    this.#send = send;
    host.addController(this);
  }

  hostConnected(): void {
    addEventListener('online', this.#onOnline);
    addEventListener('offline', this.#onOffline);
    addEventListener('pagehide', this.#onPageHide);
    addEventListener('pageshow', this.#onPageShow);
  }

  hostDisconnected(): void {
    removeEventListener('online', this.#onOnline);
    removeEventListener('offline', this.#onOffline);
    removeEventListener('pagehide', this.#onPageHide);
    removeEventListener('pageshow', this.#onPageShow);
  }

  readonly #onOnline = (): void => this.#send({ type: 'went-online' });
  readonly #onOffline = (): void => this.#send({ type: 'went-offline' });

  // The back/forward cache keeps what stands in the fields of a shadow root.
  readonly #onPageHide = (): void => {
    clearSecrets(this.#host);
  };

  readonly #onPageShow = (event: PageTransitionEvent): void => {
    if (event.persisted) this.#send({ type: 'page-restored' });
  };
}

/** Empties the password and the code; what else was typed stays. */
export function clearSecrets({ renderRoot }: LitElement): void {
  for (const field of renderRoot.querySelectorAll<HTMLInputElement>('#password, #code')) field.value = '';
}
