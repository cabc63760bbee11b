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

/** The refusal of a method that an address does not accept. */
export function wrongMethod(accepted: Iterable<string>): ApiError {
  const allow = [...accepted].sort().join(', ');
  return new ApiError(405, `This address answers ${allow} only.`, { allow });
}

/**
 * A path without parameters goes before one with them, as in OpenAPI: GET of `/v2/user/undo_delete`, which takes POST only, does
 * not read the user of that name.
 */
export function refuseOtherMethods(app: Hono<Env>): MiddlewareHandler<Env> {
  let methodsOf: ReadonlyMap<string, ReadonlySet<string>> | undefined;
  return (c, next) => {
    methodsOf ??= methodsOfPlainPaths(app);
    const accepted = methodsOf.get(withoutSlash(c.req.path));
    const { method } = c.req;
    if (accepted && !accepted.has(method === 'HEAD' ? 'GET' : method)) throw wrongMethod(accepted);
    return next();
  };
}

function methodsOfPlainPaths(app: Hono<Env>): ReadonlyMap<string, ReadonlySet<string>> {
  const methodsOf = new Map<string, Set<string>>();
  for (const { method, path } of app.routes) {
    if (method === 'ALL' || /[:*]/.test(path)) continue;
    const plain = withoutSlash(path);
    methodsOf.set(plain, (methodsOf.get(plain) ?? new Set()).add(method));
  }
  return methodsOf;
}

const withoutSlash = (path: string): string => path.replace(/\/$/, '');

/** Headers with which browsers announce that they prefetch a page. */
const lookingAhead = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'];

/** For a GET with an effect: refuses HEAD requests and prefetches, so that they do not have the effect. */
export const onlyVisits: MiddlewareHandler = async (c, next) => {
  if (c.req.method === 'HEAD') throw new ApiError(405, 'This address answers GET only.', { allow: 'GET' });
  if (lookingAhead.some((name) => /\b(?:prefetch|prerender|preview)\b/i.test(c.req.header(name) ?? '')))
    throw new ApiError(503, 'This address is not loaded ahead of a visit.');
  await next();
};
