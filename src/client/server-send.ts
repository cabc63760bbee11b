import type { Endpoint } from '../contract/index.js';
import { ClientError } from './client-error.js';
import { nameOf } from './read-answer.js';
import { reasonOf } from './reason-of.js';
import { createSend, isSafe, type Credential, type Send, type SendOptions } from './send.js';

/**
 * Sends the requests of a server. A request that creates or changes something carries an `Idempotency-Key`, so that it can be
 * repeated like a GET: if an answer was lost, the service gives the same answer again.
 */
export function createServerSend(options: SendOptions, credential: Credential): Send {
  return async (endpoint, request) => {
    const { auth } = endpoint;
    // Checked here and not in `httpRequest`, because the bundles of pages contain that function too.
    if (auth !== 'none' && !credential(auth))
      throw new ClientError(
        nameOf(endpoint),
        { code: 'not_configured' },
        { reason: `no ${auth}: is its variable set?` },
      );
    const header: Record<string, string> = {};
    if (endpoint.repeatable) {
      const { idempotencyKey = newKey() } = request;
      if (!form.test(idempotencyKey))
        throw new TypeError(
          'svc-link: an idempotencyKey is 1 to 255 visible ASCII characters without spaces',
        );
      header['idempotency-key'] = idempotencyKey;
    }
    // Called without an object, as in `createSend`.
    const { fetch = (...input: Parameters<typeof globalThis.fetch>) => globalThis.fetch(...input) } = options;
    const ofServers: typeof fetch = (input, init) =>
      fetch(input, forAnyRuntime({ ...init, headers: { ...init?.headers, ...header } }));
    return createSend(
      { ...options, fetch: ofServers },
      credential,
      reasonOf,
      false,
      mayRepeat,
    )(endpoint, request);
  };
}

/** Options that are only useful in browsers. Other runtimes do not know all of them, and some then refuse to send. */
const ofBrowsers = ['credentials', 'referrerPolicy', 'cache'] as const;

/**
 * The same request without the options that this runtime does not know. A redirect comes as an answer and is refused like any
 * other answer that is not 2xx, because Cloudflare Workers do not have `redirect: 'error'`.
 */
function forAnyRuntime(init: RequestInit): RequestInit {
  const known: RequestInit = { ...init, redirect: 'manual' };
  // An environment with its own `fetch` may not have this class.
  if (!('Request' in globalThis)) return known;
  for (const name of ofBrowsers) if (!(name in Request.prototype)) delete known[name];
  return known;
}

const form = /^[\x21-\x7e]{1,255}$/;

/** Not `randomUUID`, because pages on a plain http address, such as a console, do not have it. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );

/** Statuses that pass: too many requests, a gateway's errors, a service without its database. Others would come again. */
const passing: readonly number[] = [429, 502, 503, 504];

const mayRepeat = (endpoint: Endpoint, error: ClientError): boolean =>
  isSafe(endpoint, error) ||
  (endpoint.repeatable === true && (error.code === 'network_failed' || passing.includes(error.status)));
