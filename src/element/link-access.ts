import { createLinkSend, type LinkClientOptions } from '../client/index.js';
import { startLink, type Answered, type StartedLink } from '../contract/index.js';
import type { TokenReason } from '../flow/index.js';
import { version } from '../version.js';
import { askToken, tokenTimeout } from './ask-token.js';
import { readConfiguration, type Configuration } from './configuration.js';
import { canRenew } from './flow-options.js';
import type { LinkHost } from './link-host.js';
import type { Warn } from './warn.js';

type Ready = Extract<Configuration, { status: 'ready' }>;

/** What a run is told of its access. */
export interface AccessListener {
  /** The page has set enough to begin, if need be by asking it for a token. */
  ready(): void;
  /** The page has set what cannot work, or not enough in time. */
  refused(): void;
  /** The page has set another token in mid-run. */
  replaced(): void;
  /** The page has set another address of the service in mid-run. */
  moved(): void;
}

const sendingOf = (access: LinkAccess): LinkClientOptions => ({
  get baseUrl() {
    return access.baseUrl;
  },
  token: () => access.token,
});

/** The tokens of each element that made a connection: they can make no other. */
const used = new WeakMap<LinkHost, Set<string>>();

/**
 * Owns by which token one run goes to the service, in every mode: waits for what the page has not set yet, asks for a
 * token if there is none, and takes what the page sets later. What was asked for earlier is then no longer waited for.
 * Does not own what is done with it.
 */
export class LinkAccess {
  /** How requests reach the service, by the token and the address that there are when one is sent. */
  readonly sending = sendingOf(this);
  readonly #link: LinkHost;
  readonly #warn: Warn;
  readonly #listener: AccessListener;
  #ready: Ready | null = null;
  #token = '';
  /** What came with the token, until a start takes it. */
  #start: StartedLink | null = null;
  /** The token as the page set it. The one in use may be renewed by now. */
  #given: string | null | undefined;
  #asking = new AbortController();
  #timeout: ReturnType<typeof setTimeout> | undefined;

  constructor(link: LinkHost, warn: Warn, listener: AccessListener) {
    this.#link = link;
    this.#warn = warn;
    this.#listener = listener;
  }

  /** Empty if one has to be asked for. */
  get token(): string {
    return this.#token;
  }

  get baseUrl(): string {
    return this.#ready?.baseUrl ?? '';
  }

  get hostedUrl(): string {
    return this.#ready?.hostedUrl ?? '';
  }

  /** Starts the session. A token that is not there yet is asked for first; `given` is told what came with it, once. */
  async start(signal: AbortSignal, given?: (start: StartedLink) => void): Promise<Answered<StartedLink>> {
    if (!this.#token) await this.renew('start', signal);
    const start = this.#start;
    this.#start = null;
    if (start) given?.(start);
    const body = { link_token: this.#token, origin: location.origin, version, mode: this.#link.mode };
    return createLinkSend(this.sending)(startLink, { body, signal });
  }

  /** Follows the properties, on each update. */
  follow(): void {
    const { baseUrl, hostedUrl, linkToken } = this.#link;
    const before = this.#ready;
    const hasTokenProvider = canRenew(this.#link);
    const found = readConfiguration({ baseUrl, hostedUrl, linkToken, hasTokenProvider });
    if (found.status !== 'ready') this.#wait(found);
    else if (before && before.baseUrl !== found.baseUrl) return this.#listener.moved();
    else this.#ready = found;
    // The same value again is not news: a framework sets what it knows.
    const isNews = linkToken !== this.#given;
    this.#given = linkToken;
    if (found.status !== 'ready') return;
    if (!before) {
      this.#take(found.token);
      this.#listener.ready();
    } else if (isNews && found.token && found.token !== this.#token) {
      this.#take(found.token);
      this.#listener.replaced();
    }
  }

  /**
   * Asks the page for another token. Resolves once there is one, which the page may have set meanwhile. To `keep` what
   * goes on with it, it has to be the same one.
   */
  async renew(reason: TokenReason, given?: AbortSignal, keep?: boolean): Promise<void> {
    const before = this.#token;
    const asking = this.#asking.signal;
    const signal = given ? AbortSignal.any([given, asking]) : asking;
    try {
      const { token, start } = await askToken(this.#link.tokenProvider, this.#warn, reason, signal);
      signal.throwIfAborted();
      if (keep && token !== before) throw new TypeError();
      this.#token = token;
      this.#start = start;
    } catch (error) {
      if (given?.aborted || this.#token === before) throw error;
    }
  }

  /** The run begins again: false if the page has set another token meanwhile, which is for another run. */
  again(): boolean {
    const isSame = this.#link.linkToken === this.#given;
    if (isSame) this.#take(this.#token);
    return isSame;
  }

  /** A token has made a connection. */
  use(token = this.#token): void {
    used.set(this.#link, (used.get(this.#link) ?? new Set()).add(token));
  }

  /** Waits for nothing any more. The token stays, because the service may still be asked what became of a try. */
  end(): void {
    this.#stopWaiting();
  }

  #stopWaiting(): void {
    clearTimeout(this.#timeout);
    this.#timeout = undefined;
    this.#asking.abort();
  }

  #take(token: string): void {
    this.#stopWaiting();
    this.#asking = new AbortController();
    this.#start = null;
    this.#token = canRenew(this.#link) && used.get(this.#link)?.has(token) ? '' : token;
  }

  #wait({ status, note, value }: Exclude<Configuration, Ready>): void {
    const refuse = (): void => {
      this.#warn(note, value);
      // A run goes on with what it began with.
      if (!this.#ready) this.#listener.refused();
    };
    if (status === 'broken') refuse();
    else if (!this.#ready) this.#timeout ??= setTimeout(refuse, tokenTimeout);
  }
}
