import type { ProblemCode } from '../contract/index.js';

/**
 * A problem, or `invalid_request`: the service refused the request as malformed, which is a bug in the calling program.
 * The widget shows people `service_error` instead of that code.
 */
export type ClientErrorCode = ProblemCode | 'invalid_request';

/** The facts about a failed request; `reference` is the service's request id. */
export interface ClientFailure {
  /** The code to decide by. */
  readonly code: ClientErrorCode;
  /** The HTTP status, or 0 if no answer came. */
  readonly status: number;
  /** `detail.error_type` as the service sent it. */
  readonly errorType: string | null;
  /** `Retry-After` in seconds. */
  readonly retryAfter: number | null;
  /** `x-request-id` of the answer. */
  readonly reference: string | null;
  /** `detail` as the service sent it: for logs of developers, never for people. */
  readonly detail: unknown;
}

const nothing = {
  name: 'ClientError',
  status: 0,
  errorType: null,
  retryAfter: null,
  reference: null,
  detail: null,
};

/**
 * What a call rejects with if its request failed. Otherwise it rejects with the reason of your own `AbortSignal`, or with a
 * `TypeError` if it was called wrongly. Decide by `code`. `message` names the endpoint and the code, and never holds a credential.
 * With `createClient`, `message` also says why the service refused, such as which field of a request is wrong. With a link token,
 * only `detail` says that.
 */
export class ClientError extends Error implements ClientFailure {
  declare readonly code: ClientErrorCode;
  declare readonly status: number;
  declare readonly errorType: string | null;
  declare readonly retryAfter: number | null;
  declare readonly reference: string | null;
  declare readonly detail: unknown;

  /** `options.cause` is what `fetch` threw, if no answer came. `options.reason` is why the service refused, for `message`. */
  constructor(
    endpoint: string,
    failure: Partial<ClientFailure> & { code: ClientErrorCode },
    options?: ErrorOptions & { reason?: string },
  ) {
    const status = failure.status ? ` (HTTP ${failure.status})` : '';
    const reason = options?.reason ? `: ${options.reason}` : '';
    super(`${endpoint}: ${failure.code}${status}${reason}`, options);
    Object.assign(this, nothing, failure);
  }
}

/**
 * What went wrong, for a person, as plain data. An error that is not a `ClientError`, or `invalid_request`, is a bug of ours,
 * so it becomes `service_error`.
 */
export function failureOf(error: unknown): {
  code: ProblemCode;
  retryAfter: number | null;
  reference: string | null;
} {
  return error instanceof ClientError && error.code !== 'invalid_request'
    ? { code: error.code, retryAfter: error.retryAfter, reference: error.reference }
    : {
        code: 'service_error',
        retryAfter: null,
        reference: error instanceof ClientError ? error.reference : null,
      };
}

/** Makes a `ClientError` of an error that `fetch` threw, or that reading its answer threw. */
export function clientErrorOf(endpoint: string, thrown: unknown): ClientError {
  if (thrown instanceof ClientError) return thrown;
  const code = globalThis.navigator?.onLine === false ? 'offline' : 'network_failed';
  return new ClientError(endpoint, { code }, { cause: thrown });
}
