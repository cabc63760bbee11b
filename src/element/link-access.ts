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

/** What a run learns about its access. */
export interface AccessListener {
  /** The page has set enough to begin. A token may still have to be requested from it. */
  ready(): void;
  /** The page has set something that cannot work, or has not set enough in time. */
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

/** For each element, the tokens that have made a connection: they can make no other. */
const used = new WeakMap<LinkHost, Set<string>>();

/**
 * Owns the token with which one run goes to the service, in every mode. Waits for what the page has not set yet, asks for a token
 * if there is none, and takes what the page sets later: it then stops waiting for what it asked for earlier. Does not own what is
 * done with the token.
 */
export class LinkAccess {
  /** How requests reach the service: each one uses the token and the address that are known when it is sent. */
  readonly sending = sendingOf(this);
  readonly #link: LinkHost;
  readonly #warn: Warn;
  readonly #listener: AccessListener;
  #ready: Ready | null = null;
  #token = '';
  /** The start that came with the token, until `start` takes it. */
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

  /** Empty if the page has to be asked for a token. */
  get token(): string {
    return this.#token;
  }

  get baseUrl(): string {
    return this.#ready?.baseUrl ?? '';
  }

  get hostedUrl(): string {
    return this.#ready?.hostedUrl ?? '';
  }

  /** Starts the session. Asks for a token first if there is none. Calls `given` once, with the start that came with the token. */
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
    // The same value again is not news: a framework may set it again.
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
   * Asks the page for another token. Resolves once there is one: the page may have set it meanwhile. With `keep` it has to be the
   * same token, because what is under way belongs to it.
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

  /** Begins the run again. Returns false if the page has set another token meanwhile, because that token is for another run. */
  again(): boolean {
    const isSame = this.#link.linkToken === this.#given;
    if (isSame) this.#take(this.#token);
    return isSame;
  }

  /** Remembers that a token has made a connection. */
  use(token = this.#token): void {
    used.set(this.#link, (used.get(this.#link) ?? new Set()).add(token));
  }

  /** Stops waiting. The token stays, because the service may still be asked how an attempt ended. */
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
      // A run continues with what it began with.
      if (!this.#ready) this.#listener.refused();
    };
    if (status === 'broken') refuse();
    else if (!this.#ready) this.#timeout ??= setTimeout(refuse, tokenTimeout);
  }
}
