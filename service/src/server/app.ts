import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { isDatabaseAway, isDatabaseBusy, sqlState } from '../db/index.js';
import { Unreadable } from '../crypto/index.js';
import type { Deps } from '../deps.js';
import {
  ApiError,
  broken,
  type Env,
  inTime,
  largestBody,
  limitInProgress,
  limitRate,
  methodsAt,
  overloaded,
  receiveBody,
  refusal,
  refuseOtherMethods,
  wrongMethod,
} from '../http/index.js';
import { requestsShed } from '../metrics/index.js';
import { onlyOwnNames, sandboxKeys } from './exposure.js';
import { logRequests, requestOf } from './log-requests.js';
import {
  linkPasswordRoutes,
  linkHandoffRoutes,
  severalRoutes,
  linkSessionRoutes,
  linkStartRoutes,
  linkTokenRoutes,
  oauthRoutes,
  reconnectLinkRoutes,
} from '../link/index.js';
import { once } from '../work/index.js';
import { openApiDocument, openApiRoutes } from '../openapi/index.js';
import { managementRoutes } from '../management/index.js';
import { labTestRoutes } from '../lab-tests/index.js';
import { logoRoutes, providerRoutes } from '../providers/index.js';
import { referenceRoutes } from '../reference/index.js';
import { areaInfoRoutes } from '../areas/index.js';
import { bulkRoutes, importPath } from '../bulk/index.js';
import { customCredentialsRoutes } from '../credentials/index.js';
import { fileRoutes } from './cdn-routes.js';
import { consoleSessionRoutes, recognizePeople } from '../console-access/index.js';
import { consoleRoutes } from './console-routes.js';
import { hostedRoutes } from '../hosted/index.js';
import { healthRoutes } from './health-routes.js';
import { historicalPullRoutes, summaryRoutes, timeseriesRoutes } from '../pulls/index.js';
import { insuranceRoutes } from '../insurance/index.js';
import { noticePath, noticeRoutes } from '../notices/index.js';
import { orderRoutes } from '../orders/index.js';
import { breakRoutes } from './break-routes.js';
import { sandboxRoutes } from './clock-routes.js';
import { userExportRoutes } from '../user-export/index.js';
import { userDeletionRoutes, userRoutes } from '../users/index.js';
import { webhookRoutes } from '../webhooks/index.js';
import { sandboxHelp } from '../sandbox-help/index.js';
import { sandboxOauth } from '../sandbox-oauth/index.js';

/**
 * The endpoints that take a link token. The widget calls them from any page. No page of another origin may send our own page's
 * `X-Svc-Link-Session`, because that header stands for a browser's cookie.
 */
const linkPaths =
  /^\/v2\/link\/(?:(?:start|state|providers|finish|handoff|handoff\/(?:end|number))\/?$|(?:provider|connection|leave)\/)/;

/** The errors for text that PostgreSQL cannot hold: U+0000 in a text, and in jsonb. */
const unstorable = new Set(['22021', '22P05']);

/** The `Retry-After` while the database cannot be reached. */
const retrySeconds = 2;

/** The whole service as a function from requests to answers. */
export function createApp(deps: Deps): Hono<Env> {
  const app = new Hono<Env>({ strict: false });

  app.use(logRequests(deps));
  app.use(answerBrowsers);
  if (deps.isLocal) app.use(onlyOwnNames(deps));
  app.use(limitBody);

  if (deps.rateLimiter) app.use(limitRate(deps.rateLimiter));

  if (deps.console.signIn) app.use(recognizePeople(deps, deps.console.signIn));

  app.route('/', healthRoutes(deps));
  // Health checks are answered even if the service is overloaded.
  if (deps.mostRequests > 0)
    app.use(
      receiveBody(readsLater),
      limitInProgress(deps.mostRequests, () => requestsShed.inc({ reason: 'requests' })),
    );
  app.use(refuseOtherMethods(app));
  const { publicUrl, sandboxClock } = deps;
  const document = once(() => openApiDocument({ publicUrl, sandbox: sandboxClock !== undefined }));
  app.route('/', openApiRoutes(document));
  app.route(
    '/',
    referenceRoutes({
      document,
      hasFiction: deps.providerSettings.fictional.size > 0,
      keys: deps.isClockFree
        ? { 'x-svc-api-key': sandboxKeys.apiKey, 'X-Management-Key': sandboxKeys.managementKey }
        : {},
    }),
  );
  app.route('/', linkTokenRoutes(deps));
  app.route('/', linkStartRoutes(deps));
  app.route('/', linkSessionRoutes(deps));
  app.route('/', linkHandoffRoutes(deps));
  app.route('/', linkPasswordRoutes(deps));
  app.route('/', severalRoutes(deps));
  app.route('/', userRoutes(deps));
  app.route('/', userDeletionRoutes(deps));
  app.route('/', userExportRoutes(deps));
  app.route('/', insuranceRoutes(deps));
  app.route('/', providerRoutes(deps));
  app.route('/', summaryRoutes(deps));
  app.route('/', timeseriesRoutes(deps));
  app.route('/', historicalPullRoutes(deps));
  app.route('/', bulkRoutes(deps));
  app.route('/', customCredentialsRoutes(deps));
  app.route('/', areaInfoRoutes(deps));
  app.route('/', webhookRoutes(deps));
  app.route('/', managementRoutes(deps));
  app.route('/', reconnectLinkRoutes(deps));
  app.route('/', labTestRoutes(deps));
  app.route('/', orderRoutes(deps));
  app.route('/', logoRoutes());
  app.route('/', oauthRoutes(deps));
  app.route('/', noticeRoutes(deps));
  if (deps.providerSettings.fictional.size > 0)
    app.route('/', sandboxOauth(deps)).route('/', sandboxHelp(deps));
  app.route('/', hostedRoutes(deps));
  app.route('/', consoleRoutes(deps));
  app.route('/', consoleSessionRoutes(deps));
  app.route('/', fileRoutes(deps));
  if (deps.sandboxClock) app.route('/', sandboxRoutes(deps, deps.sandboxClock)).route('/', breakRoutes(deps));

  app.notFound((c) => {
    const { method, path } = c.req;
    const allowed = methodsAt(app, path);
    // Handlers that found nothing also end here.
    if (allowed.length === 0 || allowed.includes(method === 'HEAD' ? 'GET' : method)) {
      return refusal(404, 'There is nothing at this address.');
    }
    return answerOf(wrongMethod(allowed));
  });
  app.onError((error, c) => {
    if (error instanceof ApiError) return answerOf(error);
    if (unstorable.has(sqlState(error) ?? '')) {
      return refusal(422, [{ loc: ['body'], msg: 'a text holds U+0000', type: 'value_invalid' }]);
    }
    if (c.req.raw.signal.aborted) return refusal(400, 'The request broke off.');
    if (isDatabaseBusy(error)) {
      requestsShed.inc({ reason: 'database' });
      deps.log.warn({ err: error, ...requestOf(c) }, 'the database was too busy for a request');
      return answerOf(overloaded());
    }
    deps.log.error({ err: error, ...requestOf(c) }, 'request failed');
    if (error instanceof Unreadable)
      return answerOf(
        broken(
          500,
          'value_unreadable',
          'What is stored here cannot be decrypted with the keys of this service.',
        ),
      );
    if (!isDatabaseAway(error)) return refusal(500, 'Something went wrong here.');
    const message = 'The database does not answer. Try again in a moment.';
    return answerOf(broken(503, 'no_database', message, {}, { 'retry-after': String(retrySeconds) }));
  });
  return app;
}

const answerOf = ({ status, detail, headers }: ApiError): Response => refusal(status, detail, headers);

const tooLarge = new ApiError(413, 'The body is larger than 1 MiB.');
const countArrived = bodyLimit({ maxSize: largestBody, onError: () => answerOf(tooLarge) });

/** Waits for a body whose length is not declared, and counts it. */
const countBody: MiddlewareHandler<Env> = async (c, next) => {
  if (await inTime(countArrived(c, () => Promise.resolve()))) refuseBody(c);
  return next();
};

/** Callers are checked before their bodies, so whoever reads this body gets the refusal. */
function refuseBody(c: Context<Env>): void {
  const body = new ReadableStream({ pull: (controller) => controller.error(tooLarge) });
  const init: RequestInit & { readonly duplex: 'half' } = { body, duplex: 'half' };
  c.req.raw = new Request(c.req.raw, init);
}

/**
 * The paths that check a key before they read a body, and limit the
 * body themselves. It may be long, and a notice is signed as a whole.
 */
const readsLater = (path: string): boolean => importPath.test(path) || noticePath.test(path);

/** Nearly all bodies declare their length. The declared length alone is checked then, so that the body can be read fast. */
const limitBody: MiddlewareHandler<Env> = (c, next) => {
  const { method, path } = c.req;
  if (method === 'GET' || method === 'HEAD' || readsLater(path)) return next();
  const length = c.req.header('content-length');
  if (length === undefined || c.req.header('transfer-encoding') !== undefined) return countBody(c, next);
  if (Number(length) > largestBody) refuseBody(c);
  return next();
};

/** Sets the CORS and security headers of all answers. */
const answerBrowsers: MiddlewareHandler<Env> = async (c, next) => {
  const forLinks = linkPaths.test(c.req.path);
  if (forLinks && c.req.method === 'OPTIONS') {
    return c.body(null, 204, {
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, POST, DELETE',
      'access-control-allow-headers': 'content-type, x-svc-link-token',
      'access-control-max-age': '86400',
    });
  }
  await next();
  const { headers } = c.res;
  if (forLinks) {
    headers.set('access-control-allow-origin', '*');
    headers.set('access-control-expose-headers', 'Retry-After, x-request-id, x-svc-ignored-fields');
  }
  const ignored = c.get('ignoredFields');
  if (ignored !== undefined) headers.set('x-svc-ignored-fields', ignored);
  if (!headers.has('cache-control')) headers.set('cache-control', 'no-store');
  headers.set('x-content-type-options', 'nosniff');
  return undefined;
};
