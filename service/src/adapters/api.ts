// Requests to a provider's interface, its answers, and their meaning.

/** A request. It does not identify the application or the person: the engine adds that. */
export interface ApiRequest {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /**
   * The path below the address of the interface, with a leading slash. An absolute address, as some providers send for the
   * next page, must be below it too; otherwise nothing is sent. `token` and `revoke` are the configured addresses of these
   * names.
   */
  readonly to: string | { readonly address: 'token' | 'revoke' };
  /** A list of values sends the name once for each value: `date=ge…&date=le…`. */
  readonly query?: Readonly<Record<string, string | number | readonly string[] | undefined>>;
  /** Sent as a form. */
  readonly form?: Readonly<Record<string, string | number | undefined>>;
  /** Sent as JSON. */
  readonly json?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Statuses outside of 200 to 299 that mean success here. The body is then undefined. */
  readonly alsoSuccess?: readonly number[];
  /**
   * How the request is authorized: with the person's token (default), with that and also the application's
   * id as `client_id` in the address, with the application's id and secret, or not at all. The id and secret
   * are sent as RFC 6749 2.3.1 says, as form fields, or as the headers `x-client-id` and `x-client-secret`.
   */
  readonly as?:
    | 'person'
    | 'person-with-client-id'
    | 'application'
    | 'application-by-form'
    | 'application-by-headers'
    | 'nobody';
}

/** A provider's interface, for one grant. */
export interface Api {
  /**
   * Sends a request with the grant's token, within its limits and a deadline. Returns the parsed body; undefined if there
   * is none. Rejects with `ProviderFailure` for any answer that is no success.
   */
  send(request: ApiRequest): Promise<unknown>;
}

/** A provider's answer. `body` is parsed JSON; undefined if the body is empty or not JSON. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

/**
 * The kinds of failures, by their consequences:
 * - `token`: the access token is refused. It is refreshed once; if that does not help, the person has to reconnect.
 * - `reconnect`: the person has to link the provider again.
 * - `scope`: this kind of data is refused, because of the granted scopes or the person's membership. Other kinds continue.
 * - `later`: a passing failure. The request is repeated, at `retryAt` or after the usual waits.
 * - `permanent`: this cannot be obtained; repeating the request would change nothing.
 * - `application`: the application's id, secret or review is refused. No connection is to blame.
 * - `schema`: the answer differs from the provider's documentation.
 */
export type FailureKind = 'token' | 'reconnect' | 'scope' | 'later' | 'permanent' | 'application' | 'schema';

export interface Failure {
  readonly kind: FailureKind;
  /** Our `error_type` for the team. */
  readonly errorType: string;
  /** For the team, in our own words: never the provider's text, which may contain anything. */
  readonly message: string;
  /** For `later`: when the provider may be asked again. It can lengthen our own wait, but never shorten it. */
  readonly retryAt?: Date;
  /** Set if `retryAt` is our own time, for example the end of a limit, and is used as it is. */
  readonly isOurs?: true;
}

/** A limit of the provider. `aligned`: its windows follow the clock (each quarter of an hour, each UTC day). */
export interface Limit {
  readonly per: 'application' | 'grant';
  readonly requests: number;
  readonly seconds: number;
  readonly aligned?: true;
}

/** The current state of a limit, as the provider reports it. */
export interface Standing {
  readonly per: Limit['per'];
  /** The length of the window, in seconds. */
  readonly seconds: number;
  readonly remaining: number;
  readonly resetAt: Date;
}
