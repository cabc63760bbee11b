// A network and a clock that a test controls.
import type { ProblemCode } from '../../src/contract/index.js';
import { ClientError } from '../../src/client/index.js';

export interface Sent {
  readonly url: string;
  readonly init: RequestInit;
  readonly headers: Record<string, string>;
  readonly body: unknown;
}

type Answer = Response | Error | 'hang';

export class Network {
  readonly sent: Sent[] = [];
  readonly waits: number[] = [];
  readonly #answers: Answer[] = [];
  #timers: { at: number; run: () => void }[] = [];
  #now = 0;

  /** The answers to the next requests. The last one answers all requests after it. */
  answers(...answers: Answer[]): this {
    this.#answers.push(...answers);
    return this;
  }

  readonly fetch = ((url: string, init: RequestInit) => {
    this.sent.push({
      url,
      init,
      headers: init.headers as Record<string, string>,
      body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
    });
    const answer = this.#answers.length > 1 ? this.#answers.shift()! : this.#answers[0]!;
    if (answer instanceof Error) return Promise.reject(answer);
    if (answer !== 'hang') return Promise.resolve(answer);
    return new Promise((_, reject) => {
      init.signal!.addEventListener('abort', () => {
        reject(new DOMException('aborted', 'AbortError'));
      });
    });
  }) as typeof globalThis.fetch;

  readonly after = (milliseconds: number, run: () => void) => {
    this.waits.push(milliseconds);
    const timer = { at: this.#now + milliseconds, run };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer);
    };
  };

  get options() {
    return { baseUrl: 'https://service.example/', fetch: this.fetch, after: this.after, random: () => 0.5 };
  }

  get timers(): number {
    return this.#timers.length;
  }

  async pass(milliseconds: number): Promise<void> {
    await settled();
    const end = this.#now + milliseconds;
    for (;;) {
      const next = this.#timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
      if (!next) break;
      this.#timers = this.#timers.filter((other) => other !== next);
      this.#now = next.at;
      next.run();
      await settled();
    }
    this.#now = end;
    await settled();
  }
}

/** A response that is read in the same turn, so that a test need not wait for the browser. */
export const text = (body: string, status = 200, headers: Record<string, string> = {}): Response =>
  // The parts of a Response that a client uses.
  ({
    status,
    ok: status < 300,
    headers: new Headers(headers),
    text: () => Promise.resolve(body),
  }) as unknown as Response;

export const json = (body: unknown, status = 200, headers: Record<string, string> = {}): Response =>
  text(JSON.stringify(body), status, headers);

export const problem = (status: number, error_type: string, headers: Record<string, string> = {}) =>
  json({ detail: { error_type, error_message: 'for developers' } }, status, headers);

/** After this, the handlers of all promises that have settled have run. */
const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 30; turn++) await Promise.resolve();
};

/** The error that a call rejects with. */
export async function errorOf(call: Promise<unknown>): Promise<ClientError> {
  const error: unknown = await call.then(
    () => new Error('did not reject'),
    (thrown: unknown) => thrown,
  );
  if (error instanceof ClientError) return error;
  throw error;
}

export const codeOf = async (call: Promise<unknown>): Promise<ProblemCode> => (await errorOf(call)).code;
