import type { ProblemCode } from '../contract/index.js';

/** The code of a refusal whose body names no error type. */
export const codeOfStatus = (status: number): ProblemCode =>
  status === 429
    ? 'rate_limited'
    : status === 401 || status === 403
      ? 'unauthorized'
      : status === 404
        ? 'not_found'
        : 'service_error';
