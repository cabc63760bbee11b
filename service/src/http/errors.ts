import { randomInt } from 'node:crypto';
import type { ErrorBody } from 'svc-link/contract';

export type Detail = ErrorBody['detail'];
export type Place = { readonly loc: (string | number)[]; readonly msg: string; readonly type: string };

/** A request that is refused. `detail` is sent unchanged, so it must never contain what the caller sent. */
export class ApiError extends Error {
  readonly status: number;
  readonly detail: Detail;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, detail: Detail, headers: Readonly<Record<string, string>> = {}) {
    super(`refused with ${status}`);
    this.name = 'ApiError';
    this.status = status;
    this.detail = detail;
    this.headers = headers;
  }
}

/** The `error_type` of a broken rule. */
export const errorTypeOf = ({ detail }: ApiError): string | undefined =>
  (typeof detail === 'object' && 'error_type' in detail ? detail.error_type : undefined) ?? undefined;

/** Makes the answer of a refusal. */
export const refusal = (
  status: number,
  detail: Detail,
  headers: Readonly<Record<string, string>> = {},
): Response =>
  new Response(JSON.stringify({ detail }), {
    status,
    headers: { ...headers, 'content-type': 'application/json' },
  });

/** An error for a broken rule, with a code for programs and a sentence for developers. */
export const broken = (
  status: number,
  errorType: string,
  message: string,
  more: Readonly<Record<string, unknown>> = {},
  headers: Readonly<Record<string, string>> = {},
): ApiError => new ApiError(status, { error_type: errorType, error_message: message, ...more }, headers);

/**
 * The longest `Retry-After` of an overloaded service, in seconds.
 * Callers get different ones, so that they do not all return at once.
 */
const longestPause = 3;

/** The error of an overloaded service. */
export function overloaded(): ApiError {
  const seconds = randomInt(1, longestPause + 1);
  const message = 'There is too much to do just now. Try again in a moment.';
  return broken(503, 'overloaded', message, {}, { 'retry-after': String(seconds) });
}

/** The error for too many tries of a person. `wait` is in milliseconds. */
export function tooManyTries(wait: number): ApiError {
  const seconds = Math.max(1, Math.ceil(wait / 1000));
  const message = `Too many tries; come back in ${seconds} seconds.`;
  return broken(429, 'rate_limited', message, {}, { 'retry-after': String(seconds) });
}

/** The error for a body, query or path that does not follow its schema. */
export const invalid = (...places: readonly Place[]): ApiError => new ApiError(422, [...places]);

export type TokenProblem = 'invalid_token' | 'token_expired' | 'token_not_validated' | 'token_consumed';

/** The texts for developers about a bad link token. People read the widget's own words. */
export const tokenProblemText: Readonly<Record<TokenProblem, string>> = {
  invalid_token: 'The link token is missing or unknown.',
  token_expired: 'The link token has expired.',
  token_not_validated: 'The link was not started: call POST /v2/link/start first.',
  token_consumed: 'The link token was used.',
};

/** The error for a bad link token, at every endpoint except the two for passwords. */
export const badToken = (problem: TokenProblem, more?: Readonly<Record<string, unknown>>): ApiError =>
  broken(401, problem, tokenProblemText[problem], more);
