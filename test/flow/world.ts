// Ports that a test controls: nothing happens before the test says so.
import type { LinkResult, LinkSession, StartedLink } from '../../src/contract/index.js';
import type {
  Announced,
  Event,
  Failure,
  Flow,
  Ports,
  Rest,
  Resume,
  Signal,
  Source,
  Step,
  Warning,
  WindowReport,
} from '../../src/flow/index.js';
import { createFlow, createPerformers, transition } from '../../src/flow/index.js';
import { failure, now } from './plays.js';

/** A request that waits for its answer. */
export interface Call<T = unknown> {
  readonly name: string;
  readonly given: readonly unknown[];
  readonly signal: Signal | null;
  resolve(value: T): void;
  reject(why: Failure): void;
}

export class World {
  readonly calls: Call[] = [];
  readonly said: Announced[] = [];
  readonly warned: Warning[] = [];
  readonly went: string[] = [];
  /** The source of each redirect. */
  readonly wentBy: Source[] = [];
  readonly remembered: [string | null, Step][] = [];
  readonly windows: {
    provider: string;
    consent: unknown;
    report: (report: WindowReport) => void;
    closed: number;
    focused: number;
  }[] = [];
  blocks = false;
  readonly #timers = new Set<{ at: number; run: () => void }>();
  readonly #returns = new Set<() => void>();
  #now = now;

  readonly ports: Ports = {
    start: (signal, given) => this.#call<StartedLink>('start', [given], signal),
    recall: async (): Promise<Resume | null> => null,
    service: {
      state: (signal) => this.#call<LinkSession>('state', [], signal),
      linkWithPassword: (provider, given, signal) =>
        this.#call<LinkResult>('link', [provider, given], signal),
      completeMfa: (provider, code, signal) => this.#call<LinkResult>('code', [provider, code], signal),
      ask: ({ path }, params) => this.#call(path, [params], null),
    },
    windows: {
      open: (provider, report, consent) => {
        if (this.blocks) return null;
        const window = { provider, consent, report, closed: 0, focused: 0 };
        this.windows.push(window);
        return { close: () => (window.closed += 1), focus: () => (window.focused += 1) };
      },
      leave: (provider, consent) =>
        this.went.push(`hosted page for ${provider}${consent ? ` with ${consent.resources.join()}` : ''}`),
    },
    clock: {
      now: () => this.#now,
      after: (milliseconds, run) => {
        const timer = { at: this.#now + milliseconds, run };
        this.#timers.add(timer);
        return () => this.#timers.delete(timer);
      },
    },
    memory: {
      write: (provider, step) => this.remembered.push([provider, step]),
      clear: () => this.remembered.splice(0),
    },
    renewToken: () => this.#call<undefined>('token', [], null),
    announce: (announcement) => this.said.push(announcement),
    warn: (warning) => this.warned.push(warning),
    redirect: (url, _result, source) => {
      this.went.push(url);
      this.wentBy.push(source);
    },
    failureOf: (error) => (isFailure(error) ? error : failure('service_error')),
    onReturn: (run) => {
      this.#returns.add(run);
      return () => this.#returns.delete(run);
    },
  };

  /** Whether anything waits for the person to come back to the page. */
  get isHeard(): boolean {
    return this.#returns.size > 0;
  }

  /** The code that a page loads after the first screen. */
  readonly rest: Rest = {
    transition,
    createPerformers: (...given) => createPerformers(this.ports, ...given),
  };

  flow: Flow = createFlow(this.ports, () => Promise.resolve(this.rest));

  /** Lets time pass, and fires the timers in their order. */
  pass(seconds: number): void {
    const end = this.#now + seconds * 1000;
    for (;;) {
      const [next] = [...this.#timers].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at);
      if (!next) break;
      this.#timers.delete(next);
      this.#now = next.at;
      next.run();
    }
    this.#now = end;
  }

  get waiting(): { timers: number; returns: number } {
    return { timers: this.#timers.size, returns: this.#returns.size };
  }

  comeBack(): void {
    for (const run of this.#returns) run();
  }

  /** Calls of this name, the last one first. */
  named(name: string): Call[] {
    return this.calls.filter((call) => call.name === name).reverse();
  }

  /** Answers the last call of this name and lets the answer arrive. */
  async answer(name: string, value: unknown): Promise<void> {
    this.named(name)[0]!.resolve(value);
    await settled();
  }

  async fail(name: string, why: Failure): Promise<void> {
    this.named(name)[0]!.reject(why);
    await settled();
  }

  send(...events: Event[]): void {
    for (const event of events) this.flow.send(event);
  }

  #call<T>(name: string, given: readonly unknown[], signal: Signal | null): Promise<T> {
    return new Promise((resolve, reject) => {
      // A test answers with the value that the call expects.
      this.calls.push({ name, given, signal, resolve: resolve as (value: unknown) => void, reject });
    });
  }
}

const isFailure = (error: unknown): error is Failure =>
  typeof error === 'object' && error !== null && 'retryAfter' in error;

/** After this, all promises that are settled now have been handled. */
export const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 10; turn++) await Promise.resolve();
};
