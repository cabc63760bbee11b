import { failureOf } from '../../client/index.js';
import type { TokenReason } from '../../flow/index.js';
import { LinkAccess } from '../link-access.js';
import type { LinkHost } from '../link-host.js';
import type { Warn } from '../warn.js';
import type { Fault } from './fault.js';

/** What a run in the hosted page learns about its access. */
export interface HandoverListener {
  /** There is a token to hand over. Called again after `obtain`. */
  ready(): void;
  failed(fault: Fault): void;
  /** The page has set another token after `ready`. */
  replaced(): void;
}

/** The access of a run in the hosted page. Owns the token before the handover: nothing begins there without one. */
export class HostedAccess extends LinkAccess {
  readonly #listener: HandoverListener;
  /** The request for the first token, while it is under way. */
  #first: Promise<void> | undefined;
  #refused = false;
  #ended = false;

  constructor(link: LinkHost, warn: Warn, listener: HandoverListener) {
    super(link, warn, {
      ready: () => void this.obtain(),
      refused: () => {
        if (this.#refused) return;
        this.#refused = true;
        listener.failed({ code: 'not_configured' });
      },
      replaced: () => {
        if (!this.#first) listener.replaced();
      },
      // The run continues with the address that it began with.
      moved() {},
    });
    this.#listener = listener;
  }

  /** Calls `ready` once there is a token. While the page is asked for one, it is called once, however often this is called. */
  async obtain(): Promise<void> {
    if (this.#first) return;
    try {
      if (!this.token) await (this.#first = this.renew('start'));
    } catch (error) {
      if (!this.#ended) this.#listener.failed(failureOf(error));
      return;
    } finally {
      this.#first = undefined;
    }
    if (!this.#ended) this.#listener.ready();
  }

  /** Renews the token when the hosted page asks for another one; null if there is none. */
  renewToken(reason: TokenReason = 'expired'): Promise<string | null> {
    return this.renew(reason).then(
      () => this.token,
      () => null,
    );
  }

  override end(): void {
    this.#ended = true;
    super.end();
  }
}
