// A provider for the whole service: an authorization server that nobody here wrote, and a simulator of its interface that is asked
// over a socket, where each request and answer is judged by the provider's own document if there is one.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import type { ApiRequest } from '../../../src/adapters/api.js';
import { grantResolver } from '../../../src/applications/index.js';
import { setCredentials } from '../../../src/credentials/store.js';
import { openDay } from '../../../src/crypto/index.js';
import { transact } from '../../../src/db/index.js';
import {
  createTokenKeeper,
  type OauthAdapter,
  type RevokeDeps,
  type TokenKeeper,
} from '../../../src/grants/index.js';
import { askBy } from '../../../src/provider-data/index.js';
import { stepDays } from '../../../src/provider-data/days.js';
import { stepHistory } from '../../../src/provider-data/history.js';
import { createBudgets } from '../../../src/provider-http/index.js';
import { findProvider, type RealProviderSettings } from '../../../src/providers/index.js';
import { seededTeam } from '../../../src/server/seed.js';
import { dayOf } from '../../../src/work/index.js';
import { type AuthorizationServer, startAuthorizationServer } from '../../support/authorization-server.js';
import {
  Browser,
  connectionOf,
  handed,
  type Link,
  oauthUrl,
  type OauthService,
  ours,
} from '../../support/oauth-service.js';
import { judgeOf } from '../documents.js';
import type { Row } from './rows.js';

/** Later than all that a step waits for by itself. */
const now = (): Date => new Date(Date.now() + 3_600_000);

export interface MatrixScene {
  readonly server: AuthorizationServer;
  readonly simulator: ReturnType<Row['simulate']>;
  readonly api: string;
  /** What the provider's document has against requests and answers so far; undefined if it is not beside the repository. */
  readonly objections: ReadonlySet<string> | undefined;
  readonly judged: ReadonlySet<string>;
  /** A person goes to the provider, agrees and comes back. What the callback hands to the page. */
  send(link: Link, account: string): Promise<Record<string, string>>;
  keeper(): TokenKeeper;
  readonly revoking: RevokeDeps;
  /** Lets a connection's next step of past and new days come. Returns whether there was one. */
  step(connectionId: string, at?: Date): Promise<boolean>;
  /** Fetches all that is due of a connection, as if what it has to wait for had passed. */
  fetchAll(connectionId: string): Promise<void>;
  /** As if the time had passed after which the provider may be asked again. */
  letPass(connectionId: string): Promise<void>;
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
  const { scopes } = adapter.signIn;
  const server = await startAuthorizationServer(row.profile, {
    scopes: [...scopes.required, ...scopes.optional, 'offline'],
    redirectUris: [`${service.url}/v2/link/connect/${slug}`],
  });
  const options = { accountOf: (token: string) => server.accountOf(token), until: dayOf(new Date()) };
  const simulator = row.simulate(options, server.urls);
  const judge = judgeOf(slug);
  const objections = judge && new Set<string>();

  const answer = async (request: Request): Promise<Response> => {
    const { pathname, searchParams } = new URL(request.url);
    const body = await request.clone().text();
    const response = await simulator.app.fetch(request);
    if (row.endedBy?.method === request.method && row.endedBy.path.test(pathname) && response.ok) {
      const token = (request.headers.get('authorization') ?? '').replace(/^Bearer /, '');
      await server.end((await server.accountOf(token)) ?? '');
    }
    const text = await response.clone().text();
    const isJson = /json/.test(response.headers.get('content-type') ?? '') && text !== '';
    const asked = { method: request.method as 'GET', to: pathname, ...partsOf(request, searchParams, body) };
    const heard = {
      request: asked,
      status: response.status,
      headers: response.headers,
      body: isJson ? JSON.parse(text) : undefined,
    };
    // Documents leave out most refusals, and what networks in front of servers answer.
    const isSuccess = response.ok && adapter.classify?.(heard) === undefined;
    for (const each of judge?.objections(heard) ?? [])
      if (isSuccess || each.startsWith('query') || each.startsWith('body'))
        objections?.add(`${pathname} ${each.replace(/\/\d+/g, '/n')}`);
    return response;
  };
  const listener = getRequestListener(answer);
  const interfaceServer = createServer((incoming, outgoing) => void listener(incoming, outgoing));
  await new Promise<void>((resolve) => interfaceServer.listen(0, '127.0.0.1', resolve));
  // The address of a TCP server has this type.
  const api = `http://127.0.0.1:${(interfaceServer.address() as AddressInfo).port}`;

  const { apiKey } = row;
  const client = {
    id: server.clientId,
    secret: server.clientSecret,
    ...(apiKey !== undefined && { apiKey }),
  };
  real.set(slug, {
    client: adapter.ownApplicationsOnly ? undefined : client,
    enabled: true,
    where: { base: adapter.signIn.needsBase ? api : null, region: null },
    urls: adapter.signIn.needsBase ? {} : { ...server.urls, api },
    noticeSecret: undefined,
  });
  if (adapter.ownApplicationsOnly)
    await transact(deps.db, (tx) =>
      setCredentials(deps, tx, seededTeam, findProvider(slug) ?? assert.fail(), {
        clientId: client.id,
        clientSecret: client.secret,
      }),
    );

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
    async send(link, account) {
      const browser = new Browser();
      const { location } = await browser.step(await oauthUrl(service, link, slug), undefined, ours);
      // In this server the scope has a meaning of OpenID Connect's, and is not granted without `openid`.
      const address = new URL(String(location).replace('scope=offline_access', 'scope=offline'));
      // Suunto has no scopes, and for this server a grant without any is a refusal.
      if (!address.searchParams.get('scope')) address.searchParams.set('scope', 'offline');
      const callback = await server.consent(address.href, account);
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
    async close() {
      await server.close();
      interfaceServer.closeAllConnections();
      await new Promise((resolve) => interfaceServer.close(resolve));
    },
  };
  return scene;
}

/** The query and body of a request, as an adapter would have written them. */
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

/** The connection of a link's user, which is there. */
export const connected = async (service: OauthService, link: Link) =>
  (await connectionOf(service, link)) ?? assert.fail('no connection');
