import type { Endpoint } from '../contract/index.js';
import type { ClientError } from './client-error.js';
import { reasonOf } from './reason-of.js';
import { createSend, isSafe, type Credential, type Send, type SendOptions } from './send.js';

/**
 * Sends the requests of a server. Those that make something go with an `Idempotency-Key`, so that they can be repeated like a
 * GET: if an answer was lost, the service gives the same one again.
 */
export function createServerSend(options: SendOptions, credential: Credential): Send {
  const sendBy = (all: SendOptions) => createSend(all, credential, reasonOf, false, mayRepeat);
  const send = sendBy(options);
  return async (endpoint, request) => {
    if (!endpoint.repeatable) return send(endpoint, request);
    const { idempotencyKey = newKey() } = request;
    if (!form.test(idempotencyKey))
      throw new TypeError('svc-link: an idempotencyKey is 1 to 255 visible ASCII characters without spaces');
    const { fetch = globalThis.fetch } = options;
    const withKey: typeof fetch = (input, init) =>
      fetch(input, { ...init, headers: { ...init?.headers, 'idempotency-key': idempotencyKey } });
    return sendBy({ ...options, fetch: withKey })(endpoint, request);
  };
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
