import { failureOf } from '../../client/index.js';
import { hasSucceeded, type LinkSession } from '../../contract/index.js';
import type { Failure, LinkService, Poll } from '../../flow/index.js';
import { clock } from '../clock.js';
import type { RunHost } from './run-host.js';

/** How long a window may take to come back from a provider, once the service knows the end, in milliseconds. */
const comesBackWithin = 2500;

/** What a run learns from the service while its window sends nothing. */
export interface WatchListener {
  /** Whether the window may come back and report the end itself, with more than the service says. */
  mayComeBack(): boolean;
  /** Something is connected, and more may follow. */
  connected(session: LinkSession): void;
  succeeded(session: LinkSession): void;
  failed(failure: Failure): void;
  /** Nothing was connected. */
  gaveUp(): void;
  /** The service could not be asked. */
  unheard(): void;
}

/** Owns the requests to the service while a window cannot report. Does not own what follows from the answers. */
export class WindowWatch {
  readonly #later: RunHost['later'];
  readonly #service: LinkService;
  readonly #listener: WatchListener;
  #polling: Poll | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor({ later }: RunHost, service: LinkService, listener: WatchListener) {
    this.#later = later;
    this.#service = service;
    this.#listener = listener;
  }

  /** Asks from time to time, until `stop`. */
  start(): void {
    const { poll, onReturn } = this.#later;
    this.#polling ??= poll(
      { service: this.#service, clock, failureOf, onReturn },
      (session) => {
        if (session.multiple && !this.#listener.mayComeBack()) this.#listener.connected(session);
        if (!hasSucceeded(session) || session.multiple) return;
        const tell = (): void => this.#listener.succeeded(session);
        if (this.#listener.mayComeBack()) this.#timer ??= setTimeout(tell, comesBackWithin);
        else tell();
      },
      (failure) => this.#listener.failed(failure),
    );
  }

  stop(): void {
    this.#polling?.stop();
    this.#polling = null;
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  /** Asks once, after a window was closed on the hosted page: the person gave up, unless the service says otherwise. */
  async look(token: string): Promise<void> {
    let session: LinkSession | null;
    try {
      session = token ? await this.#service.state(new AbortController().signal) : null;
    } catch {
      return this.#listener.unheard();
    }
    if (session && (hasSucceeded(session) || session.connections?.length)) this.#listener.succeeded(session);
    else this.#listener.gaveUp();
  }
}
