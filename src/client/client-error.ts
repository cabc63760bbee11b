import type { ProblemCode } from '../contract/index.js';

/** What a failed request is known by; `reference` is the service's request id. */
export interface ClientFailure {
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

/**
 * The one error that a client throws, beside the reason of your own `AbortSignal`. Decide by `code`;
 * `message` names the endpoint and the code and never holds a credential.
 */
export class ClientError extends Error implements ClientFailure {
  override readonly name = 'ClientError';
  readonly code: ProblemCode;
  readonly status: number;
  readonly errorType: string | null;
  readonly retryAfter: number | null;
  readonly reference: string | null;
  readonly detail: unknown;

  constructor(endpoint: string, failure: Partial<ClientFailure> & { code: ProblemCode }) {
    super(`${endpoint}: ${failure.code}${failure.status ? ` (HTTP ${failure.status})` : ''}`);
    this.code = failure.code;
    this.status = failure.status ?? 0;
    this.errorType = failure.errorType ?? null;
    this.retryAfter = failure.retryAfter ?? null;
    this.reference = failure.reference ?? null;
    this.detail = failure.detail ?? null;
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
