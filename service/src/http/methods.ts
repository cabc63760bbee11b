import type { Hono, MiddlewareHandler } from 'hono';
import { ApiError } from './errors.js';
import type { Env } from './env.js';

/** The methods that an address answers to; none if there is nothing at it. */
export function methodsAt(app: Hono<Env>, path: string): readonly string[] {
  const methods = new Set(app.routes.map(({ method }) => method));
  methods.delete('ALL');
  return [...methods].filter((method) =>
    app.router.match(method, path)[0].some(([[, route]]) => route.method === method),
  );
}

/** How browsers say that they fetch a page which nobody has asked for yet. */
const lookingAhead = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'];

/** For a GET with an effect: neither a HEAD, which only looks, nor a browser that looks ahead has any. */
export const onlyVisits: MiddlewareHandler = async (c, next) => {
  if (c.req.method === 'HEAD') throw new ApiError(405, 'This address answers GET only.', { allow: 'GET' });
  if (lookingAhead.some((name) => /\b(?:prefetch|prerender|preview)\b/i.test(c.req.header(name) ?? '')))
    throw new ApiError(503, 'This address is not loaded ahead of a visit.');
  await next();
};
