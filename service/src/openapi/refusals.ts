import type { Operation } from './operations/index.js';

/** The refusals of an endpoint by status, and when they happen: those of every endpoint of its kind, and its own. */
export function refusalsOf({ endpoint, refusals = {} }: Operation): Readonly<Record<string, string>> {
  const { auth, path, body, query, repeatable, role } = endpoint;
  const withKey = auth === 'api-key' || auth === 'management-key';
  const withParams = path.includes('{');
  // An endpoint that takes neither a credential nor a body never answers with these.
  const takesSomething = auth !== 'none' || body !== undefined;
  return {
    ...(auth === 'link-token' && {
      401: 'the link token does not serve, such as `token_not_validated` before the start',
      403: 'the link token does not reach this',
    }),
    ...(withKey && {
      401: 'the key is missing or unknown, or has ended (`key_expired`)',
      403: `the key is of another kind, or does not reach this${role ? '; `role_needed` in the console' : ''}`,
    }),
    ...(withParams && { 404: 'there is no such thing, or it is not yours' }),
    ...(body && { 408: 'the body did not arrive in time', 413: 'the body is too large' }),
    ...((withParams || body || query || repeatable) && {
      422: `a field, parameter or rule is not kept; \`detail\` names it${repeatable ? '; `idempotency_key_reused`' : ''}`,
    }),
    ...(takesSomething && {
      429: '`rate_limited`: too many requests; come back after `Retry-After` seconds',
    }),
    ...(takesSomething && { '5XX': 'the service failed' }),
    ...refusals,
  };
}
