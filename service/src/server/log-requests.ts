import type { Context, MiddlewareHandler } from 'hono';
import { matchedRoutes } from 'hono/route';
import { requestIdKey } from '../crypto/index.js';
import type { Deps } from '../deps.js';
import { type Env, withRequestId } from '../http/index.js';
import { requests, requestSeconds, requestsInProgress } from '../metrics/index.js';

/** Gives every answer an id, logs it and counts it. Of a request only the method and route are told, because its address may hold a ticket. */
export function logRequests({ log, secrets }: Pick<Deps, 'log' | 'secrets'>): MiddlewareHandler<Env> {
  const key = requestIdKey(secrets);
  return (c, next) =>
    withRequestId(key, async (idNow) => {
      const began = performance.now();
      requestsInProgress.inc();
      try {
        await next();
      } finally {
        requestsInProgress.dec();
      }
      c.res.headers.set('x-request-id', idNow());
      const [method, route, { status }] = [c.req.method, routeOf(c), c.res];
      const took = performance.now() - began;
      requests.inc({ method: labelOf(method), route, status });
      requestSeconds.observe({ method: labelOf(method), route }, took / 1000);
      log.info({ method, route, status, ms: Math.round(took) }, 'request');
    });
}

/** The route as it is written, such as `/v2/user/:user_id`, of which there are so many as the service has. */
const routeOf = (c: Context<Env>): string =>
  matchedRoutes(c).findLast(({ path }) => path !== '/*')?.path ?? 'none';

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

const labelOf = (method: string): string => (methods.has(method) ? method : 'other');
