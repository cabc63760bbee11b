import { failureOf } from '../../client/index.js';
import type { Failure, LinkService, TokenReason } from '../../flow/index.js';
import { askToken } from '../ask-token.js';
import { readConfiguration } from '../configuration.js';
import { createService } from '../ports.js';
import type { LinkHost } from '../link-host.js';
import type { Warn } from '../warn.js';

/** How long a page may take to fetch its token before the widget says that something is missing. */
const patience = 15_000;

/** What a run hears of its access. */
export interface AccessListener {
  /** There is a token. Again after `obtain`. */
  ready(): void;
  failed(failure: Failure): void;
  /** The page has set another token in mid-run. */
  replaced(token: string): void;
}

/**
 * Owns where a run finds the service and the token it goes by: waits for what the page has not set yet, and asks
 * for a token where there is none. Does not own what is done with them.
 */
export class RunAccess {
  readonly service: LinkService;
  readonly #link: LinkHost;
  readonly #warn: Warn;
  readonly #spent: ReadonlySet<string>;
  readonly #listener: AccessListener;
  #baseUrl: string | null = null;
  #hostedUrl = '';
  #token = '';
  #given: string | null | undefined;
  #refused = false;
  #ended = false;
  #asking = new AbortController();
  /** The first token, while the page is asked for it. */
  #first: Promise<void> | undefined;
  #patience: ReturnType<typeof setTimeout> | undefined;

  /** `spent`: tokens that made a connection; they can make no other. */
  constructor(link: LinkHost, warn: Warn, spent: ReadonlySet<string>, listener: AccessListener) {
    this.#link = link;
    this.#warn = warn;
    this.#spent = spent;
    this.#listener = listener;
    this.service = createService(
      () => this.#baseUrl ?? '',
      () => this.#token,
      () => this.renew('start'),
    );
  }

  get token(): string {
    return this.#token;
  }

  get hostedUrl(): string {
    return this.#hostedUrl;
  }

  get canRenew(): boolean {
    return typeof this.#link.tokenProvider === 'function';
  }

  /** Follows the properties, on each update. */
  follow(): void {
    const { linkToken } = this.#link;
    if (this.#baseUrl === null) return this.#wait();
    const token = linkToken?.trim();
    // The same value again is not news: a framework sets what it knows, and the token may be renewed by now.
    if (linkToken !== this.#given && token && token !== this.#token) {
      this.#token = token;
      if (this.#first) this.#stopAsking();
      else this.#listener.replaced(token);
    }
    this.#given = linkToken;
  }

  /** Says `ready` once there is a token. While the page is asked for it, that is said once, however often this is called. */
  async obtain(): Promise<void> {
    if (this.#first) return;
    try {
      if (!this.#token) await (this.#first = this.renew('start'));
    } catch (error) {
      // Unless the page has set one meanwhile.
      if (!this.#token) {
        if (!this.#ended) this.#listener.failed(failureOf(error));
        return;
      }
    } finally {
      this.#first = undefined;
    }
    if (!this.#ended) this.#listener.ready();
  }

  /** Asks the page for another token. One that the page has set before it answers stays. */
  async renew(reason: TokenReason): Promise<void> {
    const { signal } = this.#asking;
    const before = this.#token;
    const token = await askToken(this.#link.tokenProvider, this.#warn, reason, signal);
    signal.throwIfAborted();
    if (this.#token === before) this.#token = token;
  }

  #stopAsking(): void {
    this.#asking.abort();
    this.#asking = new AbortController();
  }

  end(): void {
    this.#ended = true;
    this.#asking.abort();
    clearTimeout(this.#patience);
  }

  #wait(): void {
    const link = this.#link;
    const { baseUrl, hostedUrl, linkToken } = link;
    const found = readConfiguration({ baseUrl, hostedUrl, linkToken, hasTokenProvider: this.canRenew });
    if (found.status === 'ready') {
      clearTimeout(this.#patience);
      this.#baseUrl = found.baseUrl;
      this.#hostedUrl = found.hostedUrl;
      this.#given = linkToken;
      this.#token = this.canRenew && this.#spent.has(found.token) ? '' : found.token;
      void this.obtain();
      return;
    }
    const { note, value, status } = found;
    const refuse = (): void => {
      this.#warn(note, value);
      if (this.#refused) return;
      this.#refused = true;
      this.#listener.failed({ code: 'not_configured', retryAfter: null, reference: null });
    };
    if (status === 'broken') refuse();
    else this.#patience ??= setTimeout(refuse, patience);
  }
}
