import type { Hono, MiddlewareHandler } from 'hono';
import { ApiError } from './errors.js';
import type { Env } from './env.js';

/** The methods that an address accepts; none if the address does not exist. */
export function methodsAt(app: Hono<Env>, path: string): readonly string[] {
  const methods = new Set(app.routes.map(({ method }) => method));
  methods.delete('ALL');
  return [...methods].filter((method) =>
    app.router.match(method, path)[0].some(([[, route]]) => route.method === method),
  );
}

/** Headers with which browsers announce that they prefetch a page. */
const lookingAhead = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'];

/** For a GET with an effect: refuses HEAD requests and prefetches, so that they do not have the effect. */
export const onlyVisits: MiddlewareHandler = async (c, next) => {
  if (c.req.method === 'HEAD') throw new ApiError(405, 'This address answers GET only.', { allow: 'GET' });
  if (lookingAhead.some((name) => /\b(?:prefetch|prerender|preview)\b/i.test(c.req.header(name) ?? '')))
    throw new ApiError(503, 'This address is not loaded ahead of a visit.');
  await next();
};
