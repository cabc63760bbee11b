import type { Auth, BodyOf, Endpoint, ParamsOf, QueryOf, ResponseOf } from '../contract/index.js';
import { ClientError } from './client-error.js';
import { nameOf, readAnswer } from './read-answer.js';

/** What every client takes. All but `baseUrl` is for tests and unusual places. */
export interface SendOptions {
  /** `{base_url}` of the service, with or without a slash at its end. */
  readonly baseUrl: string;
  readonly fetch?: typeof globalThis.fetch;
  /** Milliseconds that a request may take, its retries included. */
  readonly timeouts?: { readonly plain?: number; readonly linking?: number };
  /** Runs something later and answers how to call it off. */
  readonly after?: (milliseconds: number, run: () => void) => () => void;
  /** 0 to 1: spreads the retries of many clients. */
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
  };

/** Sends one request and answers its parsed body. Rejects with a `ClientError`, or with your signal's reason. */
export type Send = <E extends Endpoint>(endpoint: E, request: RequestOf<E>) => Promise<ResponseOf<E>>;

const headers = {
  'link-token': 'x-svc-link-token',
  'api-key': 'x-svc-api-key',
  'management-key': 'X-Management-Key',
} as const;
/** A wait longer than this is the person's to decide. */
const longestWait = 5;

/** A function that sends requests for any endpoint; `credential` gives the value of its header, or null. */
export function createSend(options: SendOptions, credential: (auth: Auth) => string | null): Send {
  const base = options.baseUrl.replace(/\/+$/, '');
  // Called bare, because a browser's fetch refuses any other `this`.
  const fetch =
    options.fetch ?? ((...input: Parameters<typeof globalThis.fetch>) => globalThis.fetch(...input));
  const after = options.after ?? afterTimeout;
  const random = options.random ?? Math.random;

  return async (endpoint, request) => {
    const { body, query, params, signal } = request as Loose;
    const init: RequestInit = {
      method: endpoint.method,
      headers: {},
      redirect: 'error',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      cache: 'no-store',
    };
    const header: Record<string, string> = {};
    if (endpoint.auth !== 'none') {
      const value = credential(endpoint.auth);
      if (value === null) throw new ClientError(nameOf(endpoint), { code: 'not_configured' });
      header[headers[endpoint.auth]] = value;
    }
    if (body !== undefined) {
      init.body = JSON.stringify(body);
      // Without this header a string goes as text/plain, which needs no preflight.
      if (!endpoint.plain) header['content-type'] = 'application/json';
    }
    init.headers = header;
    const url = base + fill(endpoint.path, params) + search(query);

    const timer = new AbortController();
    const limit = endpoint.linking
      ? (options.timeouts?.linking ?? 60_000)
      : (options.timeouts?.plain ?? 15_000);
    const stop = after(limit, () => {
      timer.abort();
    });
    init.signal = signal ? AbortSignal.any([signal, timer.signal]) : timer.signal;
    const goOn = () => {
      signal?.throwIfAborted();
      if (timer.signal.aborted) throw new ClientError(nameOf(endpoint), { code: 'timeout' });
    };
    const mayRepeat = endpoint.method === 'GET' && !endpoint.once;

    try {
      for (let repeats = 0; ; repeats++) {
        const failure = await attempt(endpoint, () => fetch(url, init));
        if ('answer' in failure) return failure.answer as ResponseOf<typeof endpoint>;
        const { error } = failure;
        goOn();
        const wait = error.retryAfter ?? 0;
        if (!mayRepeat || repeats === 2 || !passing(error) || wait > longestWait) throw error;
        await pause(Math.max(wait * 1000, 300 * 2 ** repeats * (1 + random())), init.signal, after);
        goOn();
      }
    } finally {
      stop();
    }
  };
}

/** A request as its types no longer say it: what is absent is undefined. */
interface Loose {
  readonly body?: unknown;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly params?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

async function attempt(
  endpoint: Endpoint,
  call: () => Promise<Response>,
): Promise<{ answer: unknown } | { error: ClientError }> {
  try {
    return { answer: await readAnswer(endpoint, await call()) };
  } catch (error) {
    if (error instanceof ClientError) return { error };
    const offline = globalThis.navigator?.onLine === false;
    return { error: new ClientError(nameOf(endpoint), { code: offline ? 'offline' : 'network_failed' }) };
  }
}

/** Whether the same request may well succeed in a moment. */
const passing = ({ code, status }: ClientError): boolean =>
  code === 'network_failed' || code === 'rate_limited' || status >= 500;

function fill(path: string, params: Loose['params']): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params?.[name] ?? '';
    // A dot segment would lead to another endpoint, escaped or not.
    if (/^\.{0,2}$/.test(value)) throw new TypeError(`svc-link: "${name}" cannot be "${value}"`);
    return encodeURIComponent(value);
  });
}

function search(query: Loose['query']): string {
  const pairs = Object.entries(query ?? {}).filter(([, value]) => value !== undefined && value !== null);
  return pairs.length ? `?${new URLSearchParams(pairs.map(([name, value]) => [name, String(value)]))}` : '';
}

const afterTimeout = (milliseconds: number, run: () => void) => {
  const timer = setTimeout(run, milliseconds);
  return () => {
    clearTimeout(timer);
  };
};

/** Resolves after a while, or at once when the signal ends: the next attempt then says why. */
const pause = (milliseconds: number, signal: AbortSignal, after: typeof afterTimeout) =>
  new Promise<void>((resolve) => {
    const cancel = after(milliseconds, resolve);
    signal.addEventListener('abort', () => {
      cancel();
      resolve();
    });
  });
