// A simulated provider for the whole service, which knows it by its settings in PROVIDERS. The
// provider's own document judges each request and answer of its interface, if there is a document.
import assert from 'node:assert/strict';
import type { ApiRequest } from '../../../src/adapters/api.js';
import { grantResolver } from '../../../src/applications/index.js';
import { applicationOf } from '../../../src/credentials/index.js';
import { openDay } from '../../../src/crypto/index.js';
import {
  createTokenKeeper,
  type OauthAdapter,
  type RevokeDeps,
  type TokenKeeper,
} from '../../../src/grants/index.js';
import { noticesUrl } from '../../../src/notices/index.js';
import { askBy } from '../../../src/provider-data/index.js';
import { stepDays } from '../../../src/provider-data/days.js';
import { stepHistory } from '../../../src/provider-data/history.js';
import { createBudgets } from '../../../src/provider-http/index.js';
import { readProviderSettings, type RealProviderSettings } from '../../../src/providers/index.js';
import type { AuthorizationServer } from '../../support/authorization-server.js';
import {
  askTeam,
  Browser,
  connectionOf,
  handed,
  type Link,
  oauthUrl,
  type OauthService,
  ours,
} from '../../support/oauth-service.js';
import { judgeOf } from '../documents.js';
import { playProvider } from './play.js';
import type { Row } from './rows.js';

/** Later than every wait that a step sets by itself. */
const now = (): Date => new Date(Date.now() + 3_600_000);

export interface MatrixScene {
  readonly server: AuthorizationServer;
  readonly simulator: ReturnType<Row['simulate']>;
  readonly api: string;
  /** The document's objections to requests and answers so far; undefined if the document is not on this machine. */
  readonly objections: ReadonlySet<string> | undefined;
  readonly judged: ReadonlySet<string>;
  /**
   * A person goes to the provider, agrees and comes back. Returns the parameters
   * that the callback passes to the page. `query` is added to the request.
   */
  send(link: Link, account: string, query?: string): Promise<Record<string, string>>;
  keeper(): TokenKeeper;
  readonly revoking: RevokeDeps;
  /** Does the next step of a connection's past or new days. Returns whether there was one. */
  step(connectionId: string, at?: Date): Promise<boolean>;
  /** Fetches everything that is due for a connection, without the waits in between. */
  fetchAll(connectionId: string): Promise<void>;
  /** Makes everything that waits until the provider may be asked again due now. */
  letPass(connectionId: string): Promise<void>;
  /** Renews with a refresh token as anybody could who has it. Returns whether that returned tokens. */
  isRenewable(refreshToken: string): Promise<boolean>;
  stored(connectionId: string): Promise<readonly unknown[]>;
  close(): Promise<void>;
}

export async function startMatrixScene(
  service: OauthService,
  real: Map<string, RealProviderSettings>,
  row: Row,
  adapter: OauthAdapter,
): Promise<MatrixScene> {
  const { slug } = row;
  const { deps } = service;
  const judge = judgeOf(slug);
  const objections = judge && new Set<string>();

  const judged = async (
    request: Request,
    answer: (request: Request) => Promise<Response>,
  ): Promise<Response> => {
    const { pathname, searchParams } = new URL(request.url);
    const body = await request.clone().text();
    const response = await answer(request);
    const text = await response.clone().text();
    const isJson = /json/.test(response.headers.get('content-type') ?? '') && text !== '';
    const asked = { method: request.method as 'GET', to: pathname, ...partsOf(request, searchParams, body) };
    const heard = {
      request: asked,
      status: response.status,
      headers: response.headers,
      body: isJson ? JSON.parse(text) : undefined,
    };
    // Documents leave out most refusals, and the answers of networks in front of servers.
    const isSuccess = response.ok && adapter.classify?.(heard) === undefined;
    for (const each of judge?.objections(heard) ?? [])
      if (isSuccess || each.startsWith('query') || each.startsWith('body'))
        objections?.add(`${pathname} ${each.replace(/\/\d+/g, '/n')}`);
    return response;
  };
  const notify = async (body: string): Promise<void> => {
    const application = adapter.ownApplicationsOnly ? applicationOf(played.server.clientId) : null;
    const answer = await fetch(noticesUrl(deps, slug, application), { method: 'POST', body });
    assert.equal(answer.status, 200, await answer.text());
  };
  const played = await playProvider(row, adapter, {
    redirectUri: `${service.url}/v2/link/connect/${slug}`,
    around: judged,
    notify,
  });
  const { server, simulator, api } = played;

  const mistakes: string[] = [];
  const env = { PROVIDERS: JSON.stringify({ [slug]: played.settings }) };
  const settings = readProviderSettings(env, { embedded: true }, mistakes).real.get(slug);
  assert.deepEqual(mistakes, []);
  real.set(slug, settings ?? assert.fail());
  if (adapter.ownApplicationsOnly) await setApplication(service, row, server);

  const keeper = () =>
    createTokenKeeper({ ...deps, budgets: createBudgets(deps.db), resolve: grantResolver(deps) });
  const letPass: MatrixScene['letPass'] = async (id) => {
    await deps.db.deleteFrom('provider_budget').execute();
    await deps.db
      .updateTable('historical_pull')
      .set({ next_attempt_at: new Date() })
      .where('connection_id', '=', id)
      .where('status', '=', 'retrying')
      .where('error_details', 'is not', null)
      .execute();
    // The past that the service waits for has come, or there is none.
    if (adapter.comesByOffers)
      await deps.db
        .updateTable('historical_pull')
        .set({ next_attempt_at: new Date() })
        .where('connection_id', '=', id)
        .where('next_attempt_at', 'is not', null)
        .execute();
    await deps.db
      .updateTable('connection')
      .set({ next_pull_at: new Date() })
      .where('id', '=', id)
      .where('next_pull_at', 'is not', null)
      .execute();
  };
  const scene: MatrixScene = {
    server,
    simulator,
    api,
    objections,
    judged: judge?.judged ?? new Set(),
    async send(link, account, query) {
      const browser = new Browser();
      const { location } = await browser.step(await oauthUrl(service, link, slug, query), undefined, ours);
      const callback = await server.consent(String(location), account);
      return handed((await browser.step(callback.href)).location);
    },
    keeper,
    revoking: { ...deps, budgets: createBudgets(deps.db), resolve: grantResolver(deps) },
    async step(id, at = now()) {
      const stepping = { ...deps, ask: askBy(keeper()) };
      return (await stepHistory(stepping, adapter, id, at)) || stepDays(stepping, adapter, id, at);
    },
    letPass,
    async fetchAll(id) {
      for (let rounds = 0; rounds < 50; rounds++) {
        await letPass(id);
        while (await scene.step(id));
        const { next_pull_at, open } = await deps.db
          .selectFrom('connection')
          .select('next_pull_at')
          .select(({ selectFrom }) =>
            selectFrom('historical_pull')
              .select(({ fn }) => fn.countAll<string>().as('all'))
              .whereRef('connection_id', '=', 'connection.id')
              .where('ended_on', 'is', null)
              .as('open'),
          )
          .where('id', '=', id)
          .executeTakeFirstOrThrow();
        if (Number(open) === 0 && next_pull_at && next_pull_at > now()) return;
      }
      assert.fail('there is always more');
    },
    async isRenewable(refreshToken) {
      const { clientId: id, clientSecret: secret } = server;
      const form = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken });
      const pair = [id, secret].map((each) => new URLSearchParams({ v: each }).toString().slice(2)).join(':');
      const headers: Record<string, string> =
        adapter.signIn.clientAuthentication === 'basic'
          ? { authorization: `Basic ${Buffer.from(pair).toString('base64')}` }
          : {};
      if (adapter.signIn.clientAuthentication === 'body') {
        form.set('client_id', id);
        form.set('client_secret', secret);
      }
      adapter.signIn.prepareTokenRequest?.(form, 'refresh');
      const response = await fetch(server.urls.token, { method: 'POST', body: form, headers });
      return /access_token/.test(await response.text());
    },
    async stored(id) {
      const rows = await deps.db
        .selectFrom('pulled_day')
        .selectAll()
        .where('connection_id', '=', id)
        .orderBy('resource')
        .orderBy('date')
        .execute();
      return rows.map((each) => [each.resource, each.date, openDay(deps.secrets, each)]);
    },
    close: () => played.close(),
  };
  return scene;
}

/** Gives the team its own application, by the endpoint that the team uses. */
export async function setApplication(
  service: OauthService,
  { slug, apiKey }: Row,
  { clientId, clientSecret }: Pick<AuthorizationServer, 'clientId' | 'clientSecret'>,
): Promise<void> {
  const application = {
    client_id: clientId,
    client_secret: clientSecret,
    ...(apiKey !== undefined && { api_key: apiKey }),
  };
  const path = `/v2/team/custom_credentials/${slug}`;
  assert.equal((await askTeam(service, 'PUT', path, application)).status, 200);
}

/** The query and body of a request, in the form in which adapters write them. */
function partsOf(
  request: Request,
  query: URLSearchParams,
  body: string,
): Pick<ApiRequest, 'query' | 'form' | 'json'> {
  const type = request.headers.get('content-type') ?? '';
  return {
    ...(query.size > 0 && { query: Object.fromEntries(query) }),
    ...(type.includes('form') && { form: Object.fromEntries(new URLSearchParams(body)) }),
    ...(type.includes('json') && { json: JSON.parse(body) as unknown }),
  };
}

/** The connection of a link's user. Fails if there is none. */
export const connected = async (service: OauthService, link: Link) =>
  (await connectionOf(service, link)) ?? assert.fail('no connection');
