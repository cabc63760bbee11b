import type { WebhookEvent } from '../contract/index.js';
import { readEvent } from './read-event.js';
import { importSecret, isSignedBy } from './signature.js';
import { WebhookError } from './webhook-error.js';

/** The headers of a request, as `Headers` or as in Node. Case does not matter. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/** The request itself, or its headers and its unparsed body. */
type Sent =
  | { readonly request: Request; readonly headers?: never; readonly body?: never }
  | {
      readonly headers: WebhookHeaders;
      readonly body: string | Uint8Array | ArrayBuffer;
      readonly request?: never;
    };

/** One secret, or several: for several webhooks at one address, or for an old and a new secret. */
type Secrets =
  | { readonly secret: string; readonly secrets?: never }
  | { readonly secrets: readonly string[]; readonly secret?: never };

export type VerifyOptions = Sent &
  Secrets & {
    /** How many seconds the timestamp may differ from now, in either direction; 300 by default. */
    readonly tolerance?: number;
    /** The current time, for tests. */
    readonly now?: Date;
  };

/**
 * Verifies that a webhook comes from the service, unchanged and recent (Standard Webhooks 1.0), and returns its event. For a
 * CloudEvent of an event hub it returns the event inside. Handle each `webhook-id` once, because a failed delivery is sent again.
 * @throws WebhookError with a `code` if anything is wrong with the request or the secrets
 * @throws TypeError if `tolerance` is not a finite number, or `now` is not a valid date
 */
export async function verifyWebhook(options: VerifyOptions): Promise<WebhookEvent> {
  const { tolerance = 300, now = new Date() } = options;
  checkWindow(tolerance, now);
  const keys = await Promise.all((options.secrets ?? [options.secret]).map(importSecret));
  if (keys.length === 0) throw new WebhookError('secret_invalid');

  const headers = options.request ? options.request.headers : options.headers;
  const id = read(headers, 'webhook-id');
  const timestamp = read(headers, 'webhook-timestamp');
  const signatures = read(headers, 'webhook-signature');
  if (!id || !timestamp || !signatures) throw new WebhookError('headers_missing');
  checkTimestamp(timestamp, tolerance, now);

  const body = bytesOf(options.request ? await rawBodyOf(options.request) : options.body);
  const signed = joined(new TextEncoder().encode(`${id}.${timestamp}.`), body);
  if (!(await isSignedBy(keys, signatures, signed))) throw new WebhookError('signature_wrong');
  return readEvent(parse(body));
}

function read(headers: WebhookHeaders, name: string): string | null | undefined {
  if (isHeaders(headers)) return headers.get(name);
  const value = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return typeof value === 'object' ? value.join(' ') : value;
}

/** Does not test the class, because frameworks have their own `Headers`. */
const isHeaders = (headers: WebhookHeaders): headers is Headers => typeof headers.get === 'function';

/** Throws at the first webhook if the receiver's settings are wrong. Otherwise it would accept old webhooks for ever. */
function checkWindow(tolerance: number, now: Date): void {
  if (!Number.isFinite(tolerance))
    throw new TypeError(`svc-link: tolerance is ${tolerance}. It has to be a number of seconds`);
  if (Number.isNaN(now.getTime())) throw new TypeError('svc-link: now is no valid date');
}

function checkTimestamp(text: string, tolerance: number, now: Date): void {
  if (!/^\d{1,12}$/.test(text)) throw new WebhookError('timestamp_invalid');
  const age = now.getTime() / 1000 - Number(text);
  // Written with `!`, so that an age that cannot be compared (NaN) is refused.
  if (!(age <= tolerance)) throw new WebhookError('timestamp_too_old');
  if (!(age >= -tolerance)) throw new WebhookError('timestamp_too_new');
}

/** The body of a request that nobody has read yet. */
function rawBodyOf(request: Request): Promise<ArrayBuffer> {
  if (request.bodyUsed) throw new WebhookError('body_not_raw');
  return request.arrayBuffer();
}

/** Checked at run time, because callers without types often pass a parsed body. */
function bytesOf(body: unknown): Uint8Array<ArrayBuffer> {
  if (typeof body === 'string') return new TextEncoder().encode(body);
  if (body instanceof Uint8Array) return Uint8Array.from(body);
  if (body instanceof ArrayBuffer) return new Uint8Array(body);
  throw new WebhookError('body_not_raw');
}

function joined(head: Uint8Array, tail: Uint8Array): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(head.length + tail.length);
  all.set(head);
  all.set(tail, head.length);
  return all;
}

function parse(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch (cause) {
    throw new WebhookError('event_malformed', { cause });
  }
}
