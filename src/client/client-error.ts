import type { ProblemCode } from '../contract/index.js';

/** What a failed request is known by; `reference` is the service's request id. */
export interface ClientFailure {
  /** What to decide by. */
  readonly code: ProblemCode;
  /** The HTTP status, or 0 where no answer came. */
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
 * The one error that a client throws, beside the reason of your own `AbortSignal`. Decide by `code`;
 * `message` names the endpoint and the code and never holds a credential.
 */
export class ClientError extends Error implements ClientFailure {
  declare readonly code: ProblemCode;
  declare readonly status: number;
  declare readonly errorType: string | null;
  declare readonly retryAfter: number | null;
  declare readonly reference: string | null;
  declare readonly detail: unknown;

  constructor(endpoint: string, failure: Partial<ClientFailure> & { code: ProblemCode }) {
    super(`${endpoint}: ${failure.code}${failure.status ? ` (HTTP ${failure.status})` : ''}`);
    Object.assign(this, nothing, failure);
  }
}

/** What went wrong, as plain data. Anything that no client threw is a fault of ours: `service_error`. */
export function failureOf(error: unknown): {
  code: ProblemCode;
  retryAfter: number | null;
  reference: string | null;
} {
  return error instanceof ClientError
    ? { code: error.code, retryAfter: error.retryAfter, reference: error.reference }
    : { code: 'service_error', retryAfter: null, reference: null };
}

/** What `fetch` or the reading of its answer threw, as ours. */
export function clientErrorOf(endpoint: string, thrown: unknown): ClientError {
  if (thrown instanceof ClientError) return thrown;
  const code = globalThis.navigator?.onLine === false ? 'offline' : 'network_failed';
  return new ClientError(endpoint, { code });
}
