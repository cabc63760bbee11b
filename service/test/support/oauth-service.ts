// The service over real HTTP for the OAuth tests, and a browser that follows its redirects.
import { createAdaptorServer } from '@hono/node-server';
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import type { Selectable } from 'kysely';
import { createApp } from '../../src/server/app.js';
import { type Tables, usualLimits } from '../../src/db/index.js';
import type { Deps } from '../../src/deps.js';
import { readProviderSettings } from '../../src/providers/index.js';
import { usualRetention } from '../../src/retention/index.js';
import { createLog } from '../../src/server/log.js';
import { prepare, sandboxKeys } from '../../src/server/server.js';
import { addressesOf, type Settings } from '../../src/server/settings.js';
import { startWork } from '../../src/server/work.js';
import { masterKeysOf } from './keys.js';
import { openForTests } from './memory-database.js';
import { masterKey } from './test-service.js';

export interface OauthService {
  readonly deps: Deps;
  readonly url: string;
  /** Everything that was logged. */
  readonly logged: () => string;
  close(): Promise<void>;
}

export async function startOauthService(
  providers = readProviderSettings({}, { embedded: true }, []),
): Promise<OauthService> {
  const settings: Settings = {
    host: '127.0.0.1',
    port: 0,
    storage: { kind: 'memory' },
    database: usualLimits,
    ...{ mostRequests: 0, drainSeconds: 0, keepAliveSeconds: 75, requestsOnly: false },
    masterKeys: masterKeysOf(masterKey),
    kms: undefined,
    apiKey: undefined,
    managementKey: undefined,
    publicUrl: undefined,
    sandboxUrl: undefined,
    rateLimitPerMinute: 0,
    refusedSignIns: 10,
    retention: usualRetention,
    webhookAllowPrivate: true,
    providers,
    console: undefined,
    logLevel: 'debug',
    metrics: undefined,
    traces: undefined,
  };
  const lines: string[] = [];
  const sink = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  const log = createLog('debug', sink);
  const database = await openForTests((error) => lines.push(String(error)));
  const prepared = await prepare(settings, database, log);
  let answer: (request: Request) => Response | Promise<Response> = () => new Response(null, { status: 503 });
  const server = createAdaptorServer({ fetch: (request) => answer(request) }) as Server;
  // A test may wait between two requests. If the idle connection closed by itself, the second request could meet the closing.
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const addresses = addressesOf(settings, (server.address() as AddressInfo).port);
  const filesDirectory = mkdtempSync(join(tmpdir(), 'svc-files-'));
  const deps: Deps = {
    ...prepared,
    ...addresses,
    filesDirectory,
    consoleDirectory: join(filesDirectory, 'console'),
    leaving: new AbortController().signal,
    stopping: new AbortController().signal,
  };
  const app = createApp(deps);
  // Tests start the fetching that they need themselves.
  startWork(deps, { look: () => undefined, stop: () => Promise.resolve() });
  answer = (request) => app.fetch(request);
  return {
    deps,
    url: addresses.publicUrl,
    logged: () => lines.join(''),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      rmSync(filesDirectory, { recursive: true, force: true });
      await deps.jobs.stop();
      await database.close();
    },
  };
}

export type Json = Readonly<Record<string, unknown>>;
/** A started link: its token, and the headers of its requests. */
export interface Link {
  readonly token: string;
  readonly sessionId: string;
  readonly userId: string;
}

/** Sends a request as the team's server. */
export const askTeam = ({ url }: Pick<OauthService, 'url'>, method: string, path: string, body?: object) =>
  fetch(url + path, {
    method,
    headers: { 'content-type': 'application/json', 'x-svc-api-key': sandboxKeys.apiKey },
    ...(body && { body: JSON.stringify(body) }),
  });

/** A new user with a link that has been started. */
export async function newLink(
  service: OauthService,
  request: Json = {},
  { start = true, userId }: { readonly start?: boolean; readonly userId?: string } = {},
): Promise<Link> {
  const post = async (path: string, body: Json): Promise<Json> => {
    const response = await askTeam(service, 'POST', path, body);
    const answer = (await response.json()) as Json;
    assert.ok(response.ok, JSON.stringify(answer));
    return answer;
  };
  const user = userId ?? String((await post('/v2/user', { client_user_id: randomUUID() }))['user_id']);
  const made = await post('/v2/link/token', { user_id: user, ...request });
  const token = String(made['link_token']);
  const origins = request['allowed_origins'] as string[] | undefined;
  if (start) await post('/v2/link/start', { link_token: token, ...(origins && { origin: origins[0] }) });
  return { token, sessionId: String(made['link_session_id']), userId: user };
}

export async function askOauth(
  { url }: OauthService,
  link: Pick<Link, 'token'>,
  provider: string,
  query = '?display=window',
): Promise<{ readonly status: number; readonly body: Json }> {
  const response = await fetch(`${url}/v2/link/provider/oauth/${provider}${query}`, {
    headers: { 'x-svc-link-token': link.token },
  });
  return { status: response.status, body: (await response.json()) as Json };
}

export async function oauthUrl(
  service: OauthService,
  link: Pick<Link, 'token'>,
  provider: string,
  query?: string,
): Promise<string> {
  const { status, body } = await askOauth(service, link, provider, query);
  assert.equal(status, 200, JSON.stringify(body));
  return String(body['oauth_url']);
}

export async function sessionRow(
  { deps }: OauthService,
  { sessionId }: Link,
): Promise<Selectable<Tables['link_session']>> {
  return deps.db.selectFrom('link_session').selectAll().where('id', '=', sessionId).executeTakeFirstOrThrow();
}

/** The connection that a link's user has. */
export const connectionOf = ({ deps }: OauthService, { userId }: Link) =>
  deps.db.selectFrom('connection').selectAll().where('user_id', '=', userId).executeTakeFirst();

/** The parameters that the callback passed to the hosted page. */
export const handed = (location: string | null): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(new URL(String(location)).hash.slice(1)));

/** The headers that a browser sends when our own page leads it to an address. */
export const ours = { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'document' };

/** What the browser shows. */
export interface Shown {
  readonly url: string;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Set if the page answered with a redirect. `step` does not follow it. */
  readonly location: string | null;
}

/** The service whose redirects a browser follows. */
interface Within {
  readonly deps: Pick<Deps, 'publicUrl' | 'sandboxUrl'>;
}

/** A browser with what OAuth needs: cookies by host, and the forms of the consent page. */
export class Browser {
  readonly cookies = new Map<string, Map<string, string>>();
  /** Every address that it visited, in order. */
  readonly visited: string[] = [];
  /** Where redirects led, as the server wrote it. */
  readonly redirects: { readonly from: string; readonly to: string }[] = [];

  /** The cookies of a host. */
  jar(url: string): Map<string, string> {
    const { hostname } = new URL(url);
    const jar = this.cookies.get(hostname) ?? new Map<string, string>();
    this.cookies.set(hostname, jar);
    return jar;
  }

  async step(url: string, form?: URLSearchParams, headers: Record<string, string> = {}): Promise<Shown> {
    this.visited.push(url);
    const jar = this.jar(url);
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url.split('#')[0] ?? url, {
      redirect: 'manual',
      headers: { ...(cookie && { cookie }), ...headers },
      ...(form && { method: 'POST', body: form }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split(/=(.*)/s);
      if (/; Max-Age=0;/i.test(line)) jar.delete(name);
      else jar.set(name, value);
    }
    const location = response.headers.get('location');
    if (location !== null) this.redirects.push({ from: url, to: location });
    return {
      url,
      status: response.status,
      headers: response.headers,
      text: await response.text(),
      location: location === null ? null : new URL(location, url).href,
    };
  }

  /** Opens an `oauth_url` as our own page does, and continues to the provider. */
  depart(ticket: string, within: Within): Promise<Shown> {
    return this.visit(ticket, within, ours);
  }

  /**
   * Follows redirects within the service. A redirect to another site
   * or to the hosted page is not followed, and stays in `location`.
   */
  async visit(url: string, within: Within, headers: Record<string, string> = {}): Promise<Shown> {
    let shown = await this.step(url, undefined, headers);
    while (shown.location !== null && isWithin(shown.location, within))
      shown = await this.step(shown.location);
    return shown;
  }

  /** Presses a button of the consent page. */
  async press(page: Shown, decision: string, fields: Readonly<Record<string, string>> = {}): Promise<Shown> {
    const form = readForm(page);
    form.set('decision', decision);
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    return this.step(page.url, form);
  }
}

const isWithin = (location: string, { deps }: Within): boolean => {
  const { origin, pathname } = new URL(location);
  return [deps.publicUrl, deps.sandboxUrl].includes(origin) && !pathname.startsWith('/link/');
};

/** The hidden fields and the ticked boxes of a page's form. */
export function readForm(page: Shown): URLSearchParams {
  const form = new URLSearchParams();
  for (const [tag] of page.text.matchAll(/<input[^>]*>/g)) {
    const attribute = (name: string): string =>
      unescape(new RegExp(`${name}="([^"]*)"`).exec(tag)?.[1] ?? '');
    form.append(attribute('name'), attribute('value'));
  }
  return form;
}

const unescape = (text: string): string =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');

/** Goes from the ticket to the consent page, presses a button, and follows the callback to where it sends the browser. */
export async function consent(
  service: Within,
  browser: Browser,
  ticket: string,
  decision: string,
  fields: Readonly<Record<string, string>> = {},
): Promise<Shown> {
  const page = await browser.depart(ticket, service);
  assert.equal(page.status, 200, page.text);
  const decided = await browser.press(page, decision, fields);
  if (decided.location !== null) return browser.visit(decided.location, service);
  // With form_post the page posts the answer back.
  const action = /action="([^"]*)"/.exec(decided.text)?.[1];
  assert.ok(action, decided.text);
  const arrived = await browser.step(action, readForm(decided));
  assert.equal(arrived.status, 303);
  return browser.visit(String(arrived.location), service);
}
