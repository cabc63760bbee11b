import { SpanStatusCode } from '@opentelemetry/api';
import type { Context, MiddlewareHandler } from 'hono';
import { matchedRoutes } from 'hono/route';
import { isKnownKey, managementKeyOf } from '../auth/index.js';
import { requestIdKey } from '../crypto/index.js';
import type { Deps } from '../deps.js';
import { type Env, withRequestId } from '../http/index.js';
import { answersBrokenOff, requests, requestSeconds, requestsInProgress } from '../metrics/index.js';
import { areTraced, inSpan, type Origin } from '../traces/index.js';
import { createTrust } from './trust.js';

/**
 * Gives every answer an id, logs it, counts it and traces it. Only the method and route of a request are recorded, because its
 * address may contain a ticket.
 */
export function logRequests({
  db,
  log,
  secrets,
}: Pick<Deps, 'db' | 'log' | 'secrets'>): MiddlewareHandler<Env> {
  const key = requestIdKey(secrets);
  const isTrusted = createTrust((caller) => isKnownKey(db, caller));
  return async (c, next) => {
    const began = performance.now();
    const origin = areTraced() ? await originOf(isTrusted, c) : {};
    return withRequestId(key, (idNow) =>
      inSpan(labelOf(c.req.method), { kind: 'server', origin }, async (span) => {
        requestsInProgress.inc();
        c.set('onBrokenOff', (err) => {
          const of = requestOf(c);
          answersBrokenOff.inc(of);
          log.error({ err, ...of }, 'an answer broke off');
        });
        try {
          await next();
        } finally {
          requestsInProgress.dec();
        }
        c.res.headers.set('x-request-id', idNow());
        const { method, route } = requestOf(c);
        const { status } = c.res;
        const took = performance.now() - began;
        requests.inc({ method, route, status });
        requestSeconds.observe({ method, route }, took / 1000);
        log.info({ method: c.req.method, route, status, ms: Math.round(took) }, 'request');
        span
          ?.updateName(`${method} ${route}`)
          .setAttributes({
            'http.request.method': method,
            'http.route': route,
            'http.response.status_code': status,
            'svc.request_id': idNow(),
          })
          .setStatus({ code: status < 500 ? SpanStatusCode.UNSET : SpanStatusCode.ERROR });
      }),
    );
  };
}

/**
 * The trace that a request wants to be part of. Only callers with a key may name one. Otherwise anybody could make the service
 * trace everything, or write into other people's traces.
 */
async function originOf(isTrusted: (key: string) => Promise<boolean>, c: Context<Env>): Promise<Origin> {
  const traceparent = c.req.header('traceparent');
  const key = c.req.header('x-svc-api-key') ?? managementKeyOf(c);
  if (traceparent === undefined || key === undefined) return {};
  return (await isTrusted(key)) ? { traceparent } : {};
}

/** The labels of a request in a log line and in a metric. */
export const requestOf = (c: Context<Env>): { readonly method: string; readonly route: string } => ({
  method: labelOf(c.req.method),
  route: routeOf(c),
});

/**
 * The route as it is written in the code, such as `/v2/user/:user_id`, so that there are only as many as the service has routes.
 */
const routeOf = (c: Context<Env>): string =>
  matchedRoutes(c).findLast(({ path }) => path !== '/*')?.path ?? 'none';

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

const labelOf = (method: string): string => (methods.has(method) ? method : 'other');
