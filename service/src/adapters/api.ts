// Requests to a provider's interface, its answers, and what an answer means.

/** A request. Nothing that identifies the application or the person: the engine adds that. */
export interface ApiRequest {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /**
   * The path below the address of the interface, with a leading slash. An absolute address, as some providers send for the next
   * page, has to be below it too, or nothing is sent. `token` and `revoke` are the configured addresses of those names.
   */
  readonly to: string | { readonly address: 'token' | 'revoke' };
  /** Several values of a name are sent one after the other: `date=ge…&date=le…`. */
  readonly query?: Readonly<Record<string, string | number | readonly string[] | undefined>>;
  /** Sent as a form. */
  readonly form?: Readonly<Record<string, string | number | undefined>>;
  /** Sent as JSON. */
  readonly json?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Statuses outside of 200 to 299 that are a success here; the body is then undefined. */
  readonly alsoSuccess?: readonly number[];
  /**
   * How the request is authorized: by the person's token (default), with the application's id as `client_id` in the address too, by the
   * application's id and secret, as RFC 6749 2.3.1 says, as fields of the form or as the headers `x-client-id` and `x-client-secret`, or
   * not at all.
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
   * Sends a request with the grant's token, within its limits and a deadline, and returns the parsed body; undefined if there
   * is none. Rejects with `ProviderFailure` for any answer that is no success.
   */
  send(request: ApiRequest): Promise<unknown>;
}

/** What a provider answered. `body` is parsed JSON; undefined if there is none or it is something else. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

/**
 * What went wrong, by what follows from it:
 * - `token`: the access token is refused. It is refreshed once, and if that does not help the person has to reconnect.
 * - `reconnect`: the person has to link the provider again.
 * - `scope`: this kind of data is refused, by what was granted or by the person's membership; others go on.
 * - `later`: passing. The same is asked again, at `retryAt` or after the usual waits.
 * - `permanent`: this cannot be had; asking again would change nothing.
 * - `application`: the application's id, secret or review is refused. No connection is to blame.
 * - `schema`: the answer is not what the provider's documentation says.
 */
export type FailureKind = 'token' | 'reconnect' | 'scope' | 'later' | 'permanent' | 'application' | 'schema';

export interface Failure {
  readonly kind: FailureKind;
  /** Our `error_type` for the team. */
  readonly errorType: string;
  /** For the team, in our words: never the provider's text, which may hold anything. */
  readonly message: string;
  /** For `later`: when the provider wants to be asked again. It lengthens our own wait, and never shortens it. */
  readonly retryAt?: Date;
  /** Whether `retryAt` is our own time, which holds as it is: that of a limit, say. */
  readonly isOurs?: true;
}

/** A limit of the provider. `aligned`: its windows begin with the clock's (each quarter hour, each UTC day). */
export interface Limit {
  readonly per: 'application' | 'grant';
  readonly requests: number;
  readonly seconds: number;
  readonly aligned?: true;
}

/** How a limit stands, as the provider says it. */
export interface Standing {
  readonly per: Limit['per'];
  /** The window that is meant, in seconds. */
  readonly seconds: number;
  readonly remaining: number;
  readonly resetAt: Date;
}
