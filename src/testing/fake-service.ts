import type { LinkProvider, StartedLink } from '../contract/index.js';
import { FakePerson } from './fake-person.js';
import { fakeProviders } from './fake-providers.js';
import { FakeSession, type FakeAnswer } from './fake-session.js';
import { checkToken, type FakeToken } from './fake-token.js';
import { askConsent, closeWindow } from './oauth-window.js';

export interface FakeServiceOptions {
  /** The `base-url` that it answers for; an origin, `https://link.test` by default. */
  readonly baseUrl?: string;
  /** The providers of the picker; a few fictional ones by default. */
  readonly providers?: readonly LinkProvider[];
}

/** The part of a `route` of Playwright that `route()` uses. */
export interface RouteLike {
  request(): {
    url(): string;
    method(): string;
    headers(): Record<string, string>;
    postDataBuffer(): Uint8Array | null;
  };
  fulfill(response: { status: number; headers: Record<string, string>; body: string }): Promise<void>;
  abort(): Promise<void>;
}

/** The link endpoints of the service, in memory. */
export interface FakeService {
  readonly baseUrl: string;
  /** Makes a link token, as a team's server does. */
  newToken(token?: FakeToken): string;
  /** The `start` of a token made with `include: ['start']`, for the page's `tokenProvider`. It starts nothing. */
  startOf(linkToken: string): StartedLink;
  /** A `fetch` that answers requests to `baseUrl`, and sends all others to the real `fetch`. */
  readonly fetch: typeof globalThis.fetch;
  /** Answers a request of Playwright: `page.route(baseUrl + '/**', service.route)`. */
  readonly route: (route: RouteLike) => Promise<void>;
  /** Answers for a provider by OAuth if no window can open: with an error type, or null for success. */
  answerOauth(linkToken: string, provider: string, errorType?: string | null): void;
  /**
   * Confirms a connection with the code of `svc-success`, as a team's server does if the token says `confirm: 'host'`. Returns
   * whether the connection was made. Throws if the code is wrong or no connection waits.
   */
  confirm(linkToken: string, confirmCode: string): boolean;
  /** Method and path of each request, in order. Queries, headers and bodies are not kept. */
  readonly requests: readonly string[];
}

const cors = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, POST, DELETE',
  'access-control-allow-headers': 'content-type, x-svc-link-token',
  'access-control-expose-headers': 'Retry-After, x-request-id',
};

/**
 * The link endpoints of the service without a service, for tests of a page that embeds the widget: in Node, in jsdom, with MSW
 * and with Playwright. The user names of the sandbox decide what happens (docs/testing.md). It knows tokens, sessions,
 * passwords, codes, the outcome of OAuth, what the person has connected and the team's confirmation. Only the real service
 * knows origins, limits, phones and all other requests of a team's server.
 */
export function createFakeService(options: FakeServiceOptions = {}): FakeService {
  const { origin: baseUrl } = new URL(options.baseUrl ?? 'https://link.test');
  const providers = options.providers ?? fakeProviders;
  const sessions = new Map<string, FakeSession>();
  const requests: string[] = [];
  const realFetch = globalThis.fetch;

  const answer = async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url);
    const path = pathname.replace(/\/$/, '');
    if (request.method === 'OPTIONS') return new Response(null, { status: 204 });
    requests.push(`${request.method} ${path}`);
    if (path === '/link') return answerWindow(request);

    const body = request.method === 'POST' ? await readJson(request) : {};
    const token = textIn(body, 'link_token') || request.headers.get('x-svc-link-token') || '';
    const session = sessions.get(token);
    const [, slug = '', rest] = /^\/v2\/link\/provider\/password\/([^/]+)(\/complete_mfa)?$/.exec(path) ?? [];
    if (slug) return answerPassword(request, session, slug, rest !== undefined, body);
    if (!session) return refuse(401, 'invalid_token');
    if (path.startsWith('/v2/link/leave/')) return json({ success: true });
    const { problem } = session;
    if (path === '/v2/link/state' && request.method === 'GET')
      return session.readProblem ? refuse(401, session.readProblem) : json(session.view());
    if (path === '/v2/link/finish' && request.method === 'POST') return finish(session);
    if (problem) return refuse(401, problem);
    if (path === '/v2/link/providers' && request.method === 'GET') return json(listOf(session));
    if (path === '/v2/link/start' && request.method === 'POST') {
      session.start();
      return json(answerStart(session));
    }
    const [, connection] = /^\/v2\/link\/connection\/([^/]+)$/.exec(path) ?? [];
    if (connection !== undefined && request.method === 'DELETE') return disconnect(session, connection);
    return new Response(JSON.stringify({ detail: 'Not Found' }), { status: 404 });
  };

  const listOf = (session: FakeSession) => session.marked(offeredTo(session));

  const answerStart = (session: FakeSession): StartedLink => ({
    session: session.view(),
    providers: listOf(session),
  });

  const finish = (session: FakeSession): Response => {
    // Finishing again changes nothing.
    const isDone = session.token.multiple && session.problem === 'token_consumed';
    const problem = isDone ? null : session.tryProblem;
    if (problem) return refuse(401, problem);
    session.finish();
    return json({ success: true });
  };

  const disconnect = (session: FakeSession, slug: string): Response => {
    if (session.tryProblem) return refuse(401, session.tryProblem);
    if (!session.token.manage) return refuse(403, 'manage_not_allowed');
    if (!offeredTo(session).some((provider) => provider.slug === slug))
      return refuse(403, 'provider_not_offered');
    session.disconnect(slug);
    return json({ success: true });
  };

  const offeredTo = ({ token }: FakeSession) => {
    const only = token.reconnect ?? token.provider;
    return only ? providers.filter(({ slug }) => slug === only) : providers;
  };

  const answerPassword = async (
    request: Request,
    session: FakeSession | undefined,
    slug: string,
    isCode: boolean,
    body: unknown,
  ): Promise<Response> => {
    if (!session) return json({ state: 'error', provider: slug, error_type: 'invalid_token' });
    if (session.tryProblem) return respond(session.refuse(slug, session.tryProblem), request.signal);
    if (providers.find((each) => each.slug === slug)?.auth_type !== 'password')
      return refuse(422, 'provider_unknown');
    const provider = offeredTo(session).find((each) => each.slug === slug);
    if (!provider) return refuse(404, 'provider_not_offered');
    const given = isCode
      ? session.answerCode(slug, textIn(body, 'mfa_code'))
      : session.signIn(provider, {
          username: textIn(body, 'username'),
          password: textIn(body, 'password'),
          region: textIn(body, 'region') || null,
          consent: Object(body).consent,
        });
    return respond(given, request.signal);
  };

  const answerWindow = async (request: Request): Promise<Response> => {
    if (request.method !== 'POST') return askConsent();
    const form = new URLSearchParams(await request.text());
    const account = form.get('account') ?? undefined;
    sessionOf(form.get('link_token') ?? '').answerOauth(
      form.get('provider') ?? '',
      form.get('error_type') || null,
      account,
    );
    return closeWindow();
  };

  const sessionOf = (token: string): FakeSession => {
    const session = sessions.get(token);
    if (!session) throw new Error('svc-link: this link token is not of the fake service: newToken makes one');
    return session;
  };

  const answerWithHeaders = async (request: Request): Promise<Response> => {
    const response = await answer(request);
    for (const [name, value] of Object.entries({ ...cors, 'x-request-id': crypto.randomUUID() }))
      response.headers.set(name, value);
    return response;
  };

  return {
    baseUrl,
    requests,
    newToken(token = {}) {
      checkToken(token, providers);
      const renewed = providers.find(({ slug }) => slug === token.reconnect);
      const linkToken = `lt_fake_${crypto.randomUUID()}`;
      sessions.set(linkToken, new FakeSession(token, new FakePerson(token, renewed)));
      return linkToken;
    },
    startOf: (linkToken) => answerStart(sessionOf(linkToken)),
    answerOauth: (linkToken, provider, errorType = null) =>
      sessionOf(linkToken).answerOauth(provider, errorType),
    confirm: (linkToken, confirmCode) => sessionOf(linkToken).confirm(confirmCode),
    fetch: async (input, init) => {
      const url = new URL(input instanceof Request ? input.url : input, globalThis.location?.href);
      if (url.origin !== baseUrl) return realFetch(input, init);
      return answerWithHeaders(new Request(input instanceof Request ? input : url, init));
    },
    async route(route) {
      const asked = route.request();
      const body = asked.postDataBuffer();
      const response = await answerWithHeaders(
        new Request(asked.url(), {
          method: asked.method(),
          headers: asked.headers(),
          // A copy, because a view of shared memory cannot be a body.
          body: body && asked.method() === 'POST' ? new Uint8Array(body) : null,
        }),
      ).catch(() => null);
      if (!response) return route.abort();
      return route.fulfill({
        status: response.status,
        headers: Object.fromEntries(response.headers),
        body: await response.text(),
      });
    },
  };
}

async function respond(answer: FakeAnswer, signal: AbortSignal): Promise<Response> {
  switch (answer.type) {
    case 'result':
      return json(answer.result);
    case 'slow': {
      // The provider's answer changes the session even if nobody waits for it any more.
      const next = new Promise<FakeAnswer>((resolve) =>
        setTimeout(() => resolve(answer.next()), answer.milliseconds),
      );
      return respond(await untilGivenUp(next, signal), signal);
    }
    case 'superseded':
      return refuse(409, 'attempt_superseded');
    case 'http-status':
      return new Response(
        answer.status === 502 ? '<h1>Bad Gateway</h1>' : JSON.stringify({ detail: 'As the user name says.' }),
        {
          status: answer.status,
          headers: answer.retryAfter ? { 'retry-after': String(answer.retryAfter) } : {},
        },
      );
    case 'hang':
      return untilGivenUp(new Promise<never>(() => undefined), signal);
    case 'garbage':
      return json({ state: 7, provider: ['?'], provider_mfa: 'soon' });
    default:
      return answer satisfies never;
  }
}

/** Rejects if the request is aborted before the work is done. */
const untilGivenUp = <T>(work: Promise<T>, signal: AbortSignal): Promise<T> =>
  new Promise((resolve, reject) => {
    const giveUp = (): void => reject(new DOMException('given up', 'AbortError'));
    if (signal.aborted) return giveUp();
    void work.then(resolve, reject);
    signal.addEventListener('abort', giveUp, { once: true });
  });

const json = (body: unknown): Response => Response.json(body);

const refuse = (status: number, errorType: string): Response =>
  Response.json(
    { detail: { error_type: errorType, error_message: 'Said by the fake service.' } },
    { status },
  );

async function readJson(request: Request): Promise<unknown> {
  try {
    return await request.json();
  } catch {
    return {};
  }
}

function textIn(body: unknown, name: string): string {
  const value: unknown = Object(body)[name];
  return typeof value === 'string' ? value : '';
}
