import type { LitElement, ReactiveController } from 'lit';
import { failureOf } from '../../client/index.js';
import {
  createFlow,
  type Event,
  type Flow,
  type FlowOptions,
  type Ports,
  type Resume,
  type State,
  type TokenReason,
  type Windows,
} from '../../flow/index.js';
import { askToken } from '../ask-token.js';
import type { TokenProvider } from '../token-provider.js';
import { readConfiguration, type Configuration, type RawConfiguration } from '../configuration.js';
import { clock, createService, lazyWindows, onReturn } from '../ports.js';
import { emit } from '../svc-link.events.js';
import type { Warn } from '../warn.js';
import { lazyMemory } from './lazy-memory.js';
import type { LaterSteps } from './later-steps.js';
import { noteName } from './note-name.js';

/** How long a page may take to fetch its token before the widget says that something is missing. */
const patience = 15_000;

/** What the element hands over; read anew on each update. */
export interface RunSettings extends RawConfiguration {
  /** Whether there is anything to see: a dialog that is closed begins nothing. */
  readonly shown: boolean;
  readonly options: FlowOptions;
  readonly tokenProvider: TokenProvider | undefined;
}

/** What comes from the rest of the element. */
export interface RunHelpers {
  readonly load: () => Promise<LaterSteps | null>;
  /** Null where the code that opens windows is not there yet. */
  readonly windows: (hostedUrl: string, token: () => string) => Windows | null;
  readonly warn: Warn;
  /** What the hosted page changes of the ports. */
  readonly adapt: (ports: Ports) => Ports;
}

type Ready = Extract<Configuration, { status: 'ready' }>;

/**
 * Owns the flow and its ports, the token in use, and when a run begins and ends with the element's
 * properties and its place in the page. Does not own what is shown.
 */
export class LinkRun implements ReactiveController {
  readonly #host: LitElement;
  readonly #settings: () => RunSettings;
  readonly #lent: RunHelpers;
  readonly #ports: Ports;

  #flow: Flow;
  #begun = false;
  /** Ends with the run, or with another token: what is answered later is nobody's business. */
  #asking = new AbortController();
  #token = '';
  #given: string | null | undefined;
  /** Tokens that made a connection: they can make no other. */
  readonly #spent = new Set<string>();
  #ready: Ready | null = null;
  #windows: Windows | null = null;
  #options = '';
  /** Whether this page is about to go to the provider. */
  #leaving = false;
  #patience: ReturnType<typeof setTimeout> | undefined;

  constructor(host: LitElement, settings: () => RunSettings, lent: RunHelpers) {
    this.#host = host;
    this.#settings = settings;
    this.#lent = lent;
    this.#ports = lent.adapt(this.#createPorts());
    this.#flow = this.#create();
    host.addController(this);
  }

  get state(): State {
    return this.#flow.state;
  }

  /** Whether it was closed, be it before it could begin: a flow stands closed before its first run, too. */
  get closed(): boolean {
    return this.state.step === 'closed' && this.state.run > 0;
  }

  readonly send = (event: Event): void => this.#flow.send(event);

  close(): void {
    this.send({ type: 'close-requested' });
  }

  restart(): void {
    if (!this.#begun) {
      this.forget();
      return this.#host.requestUpdate();
    }
    this.#take(this.#token);
    this.send({ type: 'restart-requested', options: this.#settings().options });
  }

  /** Ends the run where there is one, so that the next update begins another. */
  forget(): void {
    this.#take('');
    if (!this.#begun && this.state.run === 0) return;
    // The old flow says its last words by itself; the next run finds a new one.
    this.close();
    release(this.#flow);
    this.#begun = false;
    this.#windows = null;
    this.#flow = this.#create();
    this.#host.requestUpdate();
  }

  hostConnected(): void {
    this.#host.requestUpdate();
  }

  hostDisconnected(): void {
    // Frameworks move an element by taking it out and putting it back in.
    queueMicrotask(() => {
      if (!this.#host.isConnected) this.forget();
    });
  }

  /** Follows the properties: begins, goes on with another token, or says what is missing. */
  hostUpdate(): void {
    const settings = this.#settings();
    if (!this.#host.isConnected) return;
    if (!settings.shown) return this.forget();
    const configuration = readConfiguration(settings);
    if (configuration.status === 'ready') this.#follow(configuration, settings);
    else if (!this.#begun) this.#wait(configuration);
    // The run goes on with what it began with.
    else if (configuration.status === 'broken') this.#lent.warn(configuration.note, configuration.value);
    this.#given = settings.linkToken;
  }

  #follow(ready: Ready, settings: RunSettings): void {
    const moved = this.#ready !== null && this.#ready.baseUrl !== ready.baseUrl;
    this.#ready = ready;
    if (moved) this.forget();
    if (!this.#begun) return this.#begin(ready, settings);

    // The same value again is not news: a framework sets what it knows, and the token may be renewed by now.
    if (settings.linkToken !== this.#given && ready.token && ready.token !== this.#token) {
      this.#take(ready.token);
      this.send({ type: 'token-replaced' });
    }
    const options = JSON.stringify(settings.options);
    if (options === this.#options) return;
    this.#options = options;
    this.send({ type: 'options-changed', options: settings.options });
  }

  #begin(ready: Ready, { options }: RunSettings): void {
    this.#take(ready.token);
    this.#begun = true;
    this.#options = JSON.stringify(options);
    const flow = this.#flow;
    if (!navigator.onLine) flow.send({ type: 'went-offline' });
    const start = (resume: Resume | null): void => {
      if (flow === this.#flow && !this.closed) flow.send({ type: 'started', options, resume });
    };
    // The request leaves before anything is drawn.
    const note = this.#ports.memory.read();
    if (note) void note.then(start);
    else start(null);
  }

  /** Goes by another token, empty where one has to be asked for and can be. What was waited for before is not any more. */
  #take(token: string): void {
    clearTimeout(this.#patience);
    this.#patience = undefined;
    this.#asking.abort();
    this.#asking = new AbortController();
    this.#token = this.#settings().hasTokenProvider && this.#spent.has(token) ? '' : token;
  }

  #wait({ status, note, value }: Exclude<Configuration, Ready>): void {
    const give = (): void => {
      this.#lent.warn(note, value);
      if (this.state.run === 0) this.send({ type: 'not-configured' });
    };
    if (status === 'broken') give();
    else this.#patience ??= setTimeout(give, patience);
  }

  #createPorts(): Ports {
    return {
      service: createService(
        () => this.#ready?.baseUrl ?? '',
        () => this.#token,
        (signal) => this.#renewToken('start', signal),
        (session) => this.#windows?.complete?.(session) ?? session,
      ),
      windows: lazyWindows(
        () => this.#openWindows(),
        (leaving) => (this.#leaving = leaving),
      ),
      clock,
      memory: lazyMemory(
        () => noteName(this.#host),
        () => this.#token,
        () => this.#renewToken('start', this.#asking.signal),
        this.#lent.load,
        () => this.#leaving,
      ),
      // The runner hands out real signals.
      renewToken: (reason, signal) => this.#renewToken(reason, signal as AbortSignal),
      // An announcement's name and detail belong together, which the checker does not follow over a union.
      announce: ({ name, detail }) => {
        if (name === 'svc-success') this.#spent.add(this.#token);
        emit(this.#host, name, detail as never);
      },
      warn: (warning) =>
        warning.type === 'unknown-provider'
          ? this.#lent.warn('provider-unknown', warning.provider)
          : this.#lent.warn('redirect-refused'),
      redirect: (url, result) => {
        if (emit(this.#host, 'svc-redirect', { url, result }, true)) location.assign(url);
      },
      failureOf,
      onReturn,
    };
  }

  #create(): Flow {
    const flow = createFlow(this.#ports, async () => {
      const later = await this.#lent.load();
      if (!later) throw new Error('the later steps did not load');
      return later;
    });
    flow.subscribe(() => this.#host.requestUpdate());
    return flow;
  }

  #openWindows(): Windows | null {
    if (!this.#ready) return null;
    return (this.#windows ??= this.#lent.windows(this.#ready.hostedUrl, () => this.#token));
  }

  async #renewToken(reason: TokenReason, given: AbortSignal): Promise<void> {
    const signal = AbortSignal.any([given, this.#asking.signal]);
    const token = await askToken(this.#settings().tokenProvider, this.#lent.warn, reason, signal);
    signal.throwIfAborted();
    this.#token = token;
  }
}

/**
 * Ends what a flow that was told to close has still under way, once it has said its last words: its timers would keep the
 * element in memory.
 */
function release(flow: Flow): void {
  const end = (): void => {
    if (flow.state.exited) flow.dispose();
  };
  flow.subscribe(end);
  end();
}
