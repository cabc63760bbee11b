import type { LitElement, ReactiveController } from 'lit';
import type { Event as FlowEvent, State } from '../../flow/index.js';

const happenings = ['online', 'offline', 'pagehide', 'pageshow'] as const;

type Happening = Event & { readonly type: (typeof happenings)[number]; readonly persisted?: boolean };

/** Owns the listeners for what happens to the page: network, leaving, coming back. Does not own what the flow does about it. */
export class PageLife implements ReactiveController {
  readonly #host: LitElement;
  readonly #state: () => State;
  readonly #send: (event: FlowEvent) => void;

  constructor(host: LitElement, state: () => State, send: (event: FlowEvent) => void) {
    this.#host = host;
    this.#state = state;
    this.#send = send;
    host.addController(this);
  }

  hostConnected(): void {
    for (const type of happenings) addEventListener(type, this.#onEvent);
    // The network may have come or gone while nothing listened, such as before this was loaded.
    const { onLine } = navigator;
    if (onLine !== this.#state().online) this.#send({ type: onLine ? 'went-online' : 'went-offline' });
  }

  hostDisconnected(): void {
    for (const type of happenings) removeEventListener(type, this.#onEvent);
  }

  readonly #onEvent = (event: Event): void => {
    // It is one of these four. For `pageshow`, `persisted` says whether the page comes out of the back/forward cache.
    const { type, persisted } = event as Happening;
    // That cache keeps the values of fields in a shadow root.
    if (type === 'pagehide') clearSecrets(this.#host);
    else if (type !== 'pageshow') this.#send({ type: `went-${type}` });
    else if (persisted) this.#send({ type: 'page-restored' });
  };
}

/** Empties the password and the code; the other fields stay as they are. */
export function clearSecrets({ renderRoot }: LitElement): void {
  for (const field of renderRoot.querySelectorAll<HTMLInputElement>('#password, #code')) field.value = '';
}
