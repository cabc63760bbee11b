import type { Endpoint } from '../contract/index.js';
import { ClientError } from './client-error.js';
import { nameOf } from './read-answer.js';
import { reasonOf } from './reason-of.js';
import { createSend, isSafe, type Credential, type Send, type SendOptions } from './send.js';

/**
 * Sends the requests of a server. Those that make something go with an `Idempotency-Key`, so that they can be repeated like a
 * GET: if an answer was lost, the service gives the same one again.
 */
export function createServerSend(options: SendOptions, credential: Credential): Send {
  return async (endpoint, request) => {
    const { auth } = endpoint;
    // Here and not where the request is made, which is in the bundles of pages too.
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

/** What is of use in browsers. Other runtimes do not know all of it, and some then refuse to send. */
const ofBrowsers = ['credentials', 'referrerPolicy', 'cache'] as const;

/**
 * The same request without what this runtime does not know. A redirect comes as an answer, which is refused as any other that is no
 * 2xx: Cloudflare Workers have no `redirect: 'error'`.
 */
function forAnyRuntime(init: RequestInit): RequestInit {
  const known: RequestInit = { ...init, redirect: 'manual' };
  // A `fetch` of your own may come without the class.
  if (!('Request' in globalThis)) return known;
  for (const name of ofBrowsers) if (!(name in Request.prototype)) delete known[name];
  return known;
}

const form = /^[\x21-\x7e]{1,255}$/;

/** Not `randomUUID`, which a console on a plain http address does not have. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );

/** Answers of gateways, and of a service without its database. Any other failure would come again. */
const passing: readonly number[] = [429, 502, 503, 504];

const mayRepeat = (endpoint: Endpoint, error: ClientError): boolean =>
  isSafe(endpoint, error) ||
  (endpoint.repeatable === true && (error.code === 'network_failed' || passing.includes(error.status)));
