import type { Endpoint, ResponseOf } from '../contract/index.js';
import type { SendOptions } from './send.js';

/** The options of a client. A call whose key is missing rejects with `not_configured`. */
export interface ClientOptions extends SendOptions {
  /** The team's API key. Servers only: never put it in a page. */
  readonly apiKey?: string;
  /** A management key, for the endpoints of the organization. Servers only. */
  readonly managementKey?: string;
}

/** Options of any call. */
export interface CallOptions {
  readonly signal?: AbortSignal;
}

/** Options of a call that makes or changes something. */
export interface RepeatableCallOptions extends CallOptions {
  /**
   * The same call with the same key is done once, and answered again, for 24 hours: 1 to 255 visible ASCII characters. By default
   * each call has a random one, with which the client repeats it by itself if an answer is lost. Give one of your own, such as the
   * id of your order, to repeat a call later, or in another process.
   */
  readonly idempotencyKey?: string;
}

/** Options of a call that a management key may make as well. */
export interface ManagedCallOptions extends CallOptions {
  /** The team that it is for: the call then goes with the management key. Without it, with the API key. */
  readonly teamId?: string;
}

/** What a call of an endpoint returns. */
export type Answer<E extends Endpoint> = Promise<ResponseOf<E>>;
