import type { Auth, BodyOf, Endpoint, ParamsOf, QueryOf, ResponseOf } from '../contract/index.js';
import { clientErrorOf, ClientError } from './client-error.js';
import { httpRequest, type RequestParts } from './http-request.js';
import { nameOf, readAnswer, type ReasonOf } from './read-answer.js';

/** Options of every client. All but `baseUrl` are for tests and unusual environments. */
export interface SendOptions {
  /** `{base_url}` of the service, with or without a slash at the end. Read for each request. */
  readonly baseUrl: string;
  readonly fetch?: typeof globalThis.fetch;
  /**
   * Milliseconds that a request may take, including its repeats and the reading of its answer. `plain` is 15,000 by default.
   * `linking` is 60,000 by default; it is for requests that wait for a provider, requests about many connections, the export
   * of a person's data and the sandbox clock.
   */
  readonly timeouts?: { readonly plain?: number; readonly linking?: number };
  /** Runs a function after some milliseconds. Returns a function that cancels it. */
  readonly after?: (milliseconds: number, run: () => void) => () => void;
  /** Returns a number from 0 to 1. It spreads the repeats of many clients over time. */
  readonly random?: () => number;
}

type Named<Name extends string, Value> = [Value] extends [undefined]
  ? { readonly [N in Name]?: never }
  : { readonly [N in Name]: Value };

/** What a request to this endpoint needs. */
export type RequestOf<E extends Endpoint> = Named<'body', BodyOf<E>> &
  Partial<Named<'query', QueryOf<E>>> &
  Named<'params', [keyof ParamsOf<E>] extends [never] ? undefined : ParamsOf<E>> & {
    readonly signal?: AbortSignal | undefined;
    /** For a repeatable endpoint; a random key by default. */
    readonly idempotencyKey?: string | undefined;
  };

/** Sends one request and returns its parsed body. Rejects with a `ClientError`, or with your signal's reason. */
export type Send = <E extends Endpoint>(endpoint: E, request: RequestOf<E>) => Promise<ResponseOf<E>>;

/** How often the client repeats a request by itself. */
const mostRepeats = 2;
/** In seconds. If the service asks for a longer wait, the request fails and the person decides whether to try again. */
const longestWait = 5;

/** Returns the value of the header that an endpoint authenticates by, or null if there is none. */
export type Credential = (auth: Auth) => string | null;

/**
 * Makes a function that sends requests to any endpoint. `reasonOf` says, for error messages, why a request was refused. With
 * `named`, each answer has the id of its request. `mayRepeat` says whether to repeat a request that failed.
 */
export function createSend(
  options: SendOptions,
  credential: Credential,
  reasonOf?: ReasonOf,
  named?: boolean,
  mayRepeat = isSafe,
): Send {
  const { timeouts, after = afterTimeout, random = Math.random } = options;
  // The default is called without an object, because a browser's `fetch` refuses any other `this`.
  const fetch =
    options.fetch ?? ((...input: Parameters<typeof globalThis.fetch>) => globalThis.fetch(...input));

  return async (endpoint, request) => {
    const { signal } = request;
    // RequestOf has checked at compile time which parts the endpoint has.
    const { url, init } = httpRequest(options.baseUrl, endpoint, request as RequestParts, credential);
    const timer = new AbortController();
    const stop = after(endpoint.linking ? (timeouts?.linking ?? 60_000) : (timeouts?.plain ?? 15_000), () => {
      timer.abort();
    });
    const both = signal ? AbortSignal.any([signal, timer.signal]) : timer.signal;
    const goOn = () => {
      signal?.throwIfAborted();
      if (both.aborted) throw new ClientError(nameOf(endpoint), { code: 'timeout' });
    };
    try {
      for (let repeats = 0; ; repeats++) {
        try {
          const response = await fetch(url, { ...init, signal: both });
          const answer = await readAnswer(endpoint, response, reasonOf, named);
          // Parsed by the schema of this endpoint.
          return answer as ResponseOf<typeof endpoint>;
        } catch (thrown) {
          goOn();
          const error = clientErrorOf(nameOf(endpoint), thrown);
          const wait = error.retryAfter ?? 0;
          if (repeats === mostRepeats || wait > longestWait || !mayRepeat(endpoint, error)) throw error;
          await pause(Math.max(wait * 1000, 300 * 2 ** repeats * (1 + random())), both, after);
          goOn();
        }
      }
    } finally {
      stop();
    }
  };
}

/** Whether the same request can safely be sent again without a key, and may then succeed. */
export const isSafe = (
  { method, once = method !== 'GET' }: Endpoint,
  { code, status }: ClientError,
): boolean => !once && (code === 'network_failed' || code === 'rate_limited' || status >= 500);

export const afterTimeout = (milliseconds: number, run: () => void) => {
  const timer = setTimeout(run, milliseconds);
  return () => {
    clearTimeout(timer);
  };
};

/** Resolves after a time, or when the signal aborts. Leaves no listener behind, because a signal may live as long as its page. */
export const pause = (
  milliseconds: number,
  signal: AbortSignal | undefined,
  after: typeof afterTimeout,
): Promise<void> =>
  new Promise<void>((resolve) => {
    const end = () => {
      cancel();
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const cancel = after(milliseconds, end);
    signal?.addEventListener('abort', end);
    if (signal?.aborted) end();
  });
