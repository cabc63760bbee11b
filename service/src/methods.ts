import type { Hono, MiddlewareHandler } from 'hono';
import type { Env } from './deps.js';
import { ApiError } from './errors.js';

/** The methods that an address answers to; none where there is nothing at it. */
export function methodsAt(app: Hono<Env>, path: string): readonly string[] {
  const methods = new Set(app.routes.map(({ method }) => method));
  methods.delete('ALL');
  return [...methods].filter((method) =>
    app.router.match(method, path)[0].some(([[, route]]) => route.method === method),
  );
}

/** For a GET with an effect: a HEAD, which only looks, has none. */
export const refuseHead: MiddlewareHandler = async (c, next) => {
  if (c.req.method === 'HEAD') throw new ApiError(405, 'This address answers GET only.', { allow: 'GET' });
  await next();
};
