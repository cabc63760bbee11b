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

/** Options of a call that creates or changes something. */
export interface RepeatableCallOptions extends CallOptions {
  /**
   * For 24 hours the service carries out the same call with the same key only once, and answers repeats with the first answer.
   * 1 to 255 visible ASCII characters. By default each call has a random key, and the client repeats the call by itself if an
   * answer is lost. Pass your own key, such as the id of your order, to repeat a call later or in another process.
   */
  readonly idempotencyKey?: string;
}

/** Options of a call that is also possible with a management key. */
export interface ManagedCallOptions extends CallOptions {
  /** The team that the call is for. The call then uses the management key; without a team, it uses the API key. */
  readonly teamId?: string;
}

/** What a call of an endpoint returns. */
export type Answer<E extends Endpoint> = Promise<ResponseOf<E>>;
