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

/** Options of a call that a management key may make as well. */
export interface ManagedCallOptions extends CallOptions {
  /** The team that it is for: the call then goes with the management key. Without it, with the API key. */
  readonly teamId?: string;
}

/** What a call of an endpoint returns. */
export type Answer<E extends Endpoint> = Promise<ResponseOf<E>>;
