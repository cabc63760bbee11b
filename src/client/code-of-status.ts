import type { ProblemCode } from '../contract/index.js';

/** What a refusal is known by if its body says nothing. */
export const codeOfStatus = (status: number): ProblemCode =>
  status === 429
    ? 'rate_limited'
    : status === 401 || status === 403
      ? 'unauthorized'
      : status === 404
        ? 'not_found'
        : 'service_error';
