// Every adapter through the whole service: a person links at an authorization server that nobody here wrote, the past comes from
// the provider's simulator, tokens are renewed, and a grant that the person has ended is mended by linking again.
import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { grantResolver } from '../../src/applications/index.js';
import { setCredentials } from '../../src/credentials/store.js';
import { transact } from '../../src/db/index.js';
import { createTokenKeeper, isOauth, type OauthAdapter } from '../../src/grants/index.js';
import { askBy } from '../../src/provider-data/index.js';
import { stepHistory } from '../../src/provider-data/history.js';
import { createBudgets } from '../../src/provider-http/index.js';
import { findProvider, type RealProviderSettings } from '../../src/providers/index.js';
import { seededTeam } from '../../src/server/seed.js';
import { dayOf } from '../../src/work/index.js';
import {
  type AuthorizationServer,
  type Profile,
  startAuthorizationServer,
} from '../support/authorization-server.js';
import {
  Browser,
  connectionOf,
  handed,
  type Link,
  newLink,
  oauthUrl,
  type OauthService,
  ours,
  startOauthService,
} from '../support/oauth-service.js';
import { createDexcomSimulator } from './simulators/dexcom.js';
import { createGoogleHealthSimulator } from './simulators/google-health.js';
import { createOuraSimulator } from './simulators/oura.js';
import { createPolarSimulator } from './simulators/polar.js';
import type { Simulator, SimulatorOptions } from './simulators/simulator.js';
import { createSmartSimulator } from './simulators/smart.js';
import { createStravaSimulator } from './simulators/strava.js';
import { createSuuntoSimulator } from './simulators/suunto.js';
import { createUltrahumanSimulator } from './simulators/ultrahuman.js';
import { createWahooSimulator } from './simulators/wahoo.js';
import { createWhoopSimulator } from './simulators/whoop.js';
import { createWithingsSimulator } from './simulators/withings.js';

interface Row {
  readonly slug: string;
  readonly simulate: (options: SimulatorOptions, urls: AuthorizationServer['urls']) => Pick<Simulator, 'app'>;
  readonly profile: Profile;
  /** How the interface names the account, if that is not how the person signs in. */
  readonly named?: string | ((api: string) => string);
  /** The application's further key, without which nothing is answered. */
  readonly apiKey?: string;
}

/** What each provider does in its own way when it gives tokens (their pages in docs/providers say where that is from). */
const rows: readonly Row[] = [
  {
    slug: 'withings',
    simulate: createWithingsSimulator,
    profile: {
      separator: ',',
      tokenField: ['action', 'requesttoken'],
      tokenAnswer: (body, account) => ({ status: 0, body: { ...body, userid: Number(account) } }),
      tokenRefusal: () => ({ status: 200, body: { status: 503, body: {}, error: 'Invalid Params' } }),
    },
  },
  {
    slug: 'oura',
    simulate: createOuraSimulator,
    profile: {
      callback: (scopes) => ({ scope: scopes.join(' ') }),
      tokenRefusal: () => ({ status: 400, body: { error: 'invalid_request' } }),
    },
  },
  { slug: 'whoop', simulate: createWhoopSimulator, profile: {}, named: '813555' },
  {
    slug: 'polar',
    simulate: createPolarSimulator,
    profile: {
      clientAuthentication: 'basic',
      neverRefreshes: true,
      tokenAnswer: (body, account) => ({ ...body, x_user_id: Number(account) }),
    },
  },
  {
    slug: 'suunto',
    simulate: (options) => createSuuntoSimulator({ ...options, subscriptionKey: 'the key' }),
    profile: {
      clientAuthentication: 'basic',
      tokenAnswer: (body, account) => ({ ...body, user: account }),
    },
    apiKey: 'the key',
  },
  { slug: 'wahoo', simulate: createWahooSimulator, profile: {} },
  { slug: 'google_health', simulate: createGoogleHealthSimulator, profile: { pkce: true, rotates: false } },
  { slug: 'dexcom', simulate: createDexcomSimulator, profile: {} },
  {
    slug: 'strava',
    simulate: createStravaSimulator,
    profile: {
      separator: ',',
      callback: (scopes) => ({ scope: scopes.join(',') }),
      tokenAnswer: (body, account) => ({ ...body, athlete: { id: Number(account) } }),
    },
  },
  { slug: 'ultrahuman', simulate: createUltrahumanSimulator, profile: {} },
  {
    slug: 'smart',
    simulate: (options, authorization) => createSmartSimulator({ ...options, authorization }),
    profile: {
      clientAuthentication: 'basic',
      pkce: true,
      // Without `openid` this server leaves out a scope that in SMART needs none.
      tokenAnswer: (body, account) => ({
        ...body,
        patient: account,
        scope: `${String(body['scope'])} offline_access`,
      }),
    },
    named: (api) => `${api}/Patient/4711`,
  },
];

const real = new Map<string, RealProviderSettings>();
let service: OauthService;
beforeAll(async () => {
  service = await startOauthService({ fictional: new Set(), real });
});
afterAll(() => service.close());

describe.each(rows)('$slug', ({ slug, simulate, profile, named, apiKey }) => {
  const provider = findProvider(slug) ?? assert.fail();
  const adapter = oauthAdapterOf(slug);
  const account = '4711';
  const now = new Date(Date.now() + 3_600_000);
  let server: AuthorizationServer;
  let interfaceServer: Server;
  let api: string;
  let link: Link;

  beforeAll(async () => {
    const { scopes } = adapter.signIn;
    server = await startAuthorizationServer(profile, {
      scopes: [...scopes.required, ...scopes.optional, 'offline'],
      redirectUris: [`${service.url}/v2/link/connect/${slug}`],
    });
    const options = { accountOf: (token: string) => server.accountOf(token), until: dayOf(new Date()) };
    const simulator = simulate(options, server.urls);
    const listener = getRequestListener((request) => simulator.app.fetch(request));
    interfaceServer = createServer((incoming, outgoing) => void listener(incoming, outgoing));
    await new Promise<void>((resolve) => interfaceServer.listen(0, '127.0.0.1', resolve));
    api = `http://127.0.0.1:${(interfaceServer.address() as AddressInfo).port}`;
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
      await transact(service.deps.db, (tx) =>
        setCredentials(service.deps, tx, seededTeam, provider, {
          clientId: client.id,
          clientSecret: client.secret,
        }),
      );
  });
  afterAll(async () => {
    await server.close();
    interfaceServer.closeAllConnections();
    await new Promise((resolve) => interfaceServer.close(resolve));
  });

  /** A person goes to the provider, agrees and comes back. What the callback hands to the page. */
  async function sendPerson(to: Link): Promise<Record<string, string>> {
    const browser = new Browser();
    const { location } = await browser.step(await oauthUrl(service, to, slug), undefined, ours);
    // In this server the scope has a meaning of OpenID Connect's, and is not granted without `openid`.
    const standard = String(location).replace('scope=offline_access', 'scope=offline');
    const address = new URL(standard);
    // Suunto has no scopes, and for this server a grant without any is a refusal.
    if (!address.searchParams.get('scope')) address.searchParams.set('scope', 'offline');
    const callback = await server.consent(address.href, account);
    return handed((await browser.step(callback.href)).location);
  }
  const keeper = () =>
    createTokenKeeper({
      ...service.deps,
      budgets: createBudgets(service.deps.db),
      resolve: grantResolver(service.deps),
    });
  /** Fetches all that is due of the past. */
  async function fetchPast(): Promise<void> {
    const { id } = (await connectionOf(service, link)) ?? assert.fail();
    for (let windows = 0; windows < 10; windows++) {
      const deps = { ...service.deps, ask: askBy(keeper()) };
      while (await stepHistory(deps, adapter, id, now));
      // As if the time had passed after which the provider may be asked again.
      await service.deps.db.deleteFrom('provider_budget').execute();
      await service.deps.db
        .updateTable('historical_pull')
        .set({ next_attempt_at: new Date() })
        .where('connection_id', '=', id)
        .where('status', '=', 'retrying')
        .where('error_details', 'is not', null)
        .execute();
    }
  }
  const grantOf = async () => {
    const { grant_id } = (await connectionOf(service, link)) ?? assert.fail();
    return service.deps.db
      .selectFrom('provider_grant')
      .selectAll()
      .where('id', '=', grant_id)
      .executeTakeFirstOrThrow();
  };
  const pullsOf = () =>
    service.deps.db
      .selectFrom('historical_pull')
      .innerJoin('connection', 'connection.id', 'historical_pull.connection_id')
      .select(['resource', 'historical_pull.status', 'historical_pull.error_details'])
      .where('connection.user_id', '=', link.userId)
      .execute();

  it('is linked by a person', async () => {
    link = await newLink(service, { provider: slug });
    assert.deepEqual((await sendPerson(link))['state'], 'success', service.logged().slice(-2000));
    const connection = (await connectionOf(service, link)) ?? assert.fail();
    const expected = typeof named === 'function' ? named(api) : (named ?? account);
    assert.equal(connection.provider_account, expected);
    assert.deepEqual(connection.scopes_denied, []);
  });

  it('brings the past', async () => {
    await fetchPast();
    const pulls = await pullsOf();
    assert.ok(pulls.length > 0);
    for (const { resource, status, error_details } of pulls)
      assert.deepEqual([status, error_details], ['success', null], resource);
    const days = await service.deps.db
      .selectFrom('pulled_day')
      .innerJoin('connection', 'connection.id', 'pulled_day.connection_id')
      .select('date')
      .where('connection.user_id', '=', link.userId)
      .execute();
    assert.ok(days.length > 10, `${days.length} days`);
  });

  if (adapter.signIn.refresh)
    it('renews its tokens in time, and stores what it gets', async () => {
      const before = await grantOf();
      await service.deps.db
        .updateTable('provider_grant')
        .set({ access_until: new Date(0) })
        .where('id', '=', before.id)
        .execute();
      const got = await keeper().withToken(before.id, ({ accessToken }) => Promise.resolve(accessToken));
      assert.equal(await server.accountOf(got), account);
      assert.equal((await grantOf()).version, before.version + 1);
      assert.equal(server.refreshes.get(account), 1);
    });

  it('says that the person has to reconnect once they have ended the access, and goes on when they do', async () => {
    await server.end(account);
    const { id } = await grantOf();
    const use = () =>
      keeper().withApi(id, 'days', (api) =>
        adapter.signIn.readAccount({ token: { access_token: '' }, api, where: { base: null, region: null } }),
      );
    // Some refusals could be a passing mistake: those count from the second time, ten minutes later.
    await assert.rejects(fetchDirectly(use));
    await service.deps.db
      .updateTable('provider_grant')
      .set({ suspected_on: new Date(Date.now() - 660_000) })
      .where('id', '=', id)
      .where('suspected_on', 'is not', null)
      .execute();
    await assert.rejects(fetchDirectly(use));
    const broken = (await connectionOf(service, link)) ?? assert.fail();
    assert.equal(broken.status, 'error');
    const again = await newLink(service, { provider: slug }, { userId: link.userId });
    assert.equal((await sendPerson(again))['state'], 'success');
    const healed = (await connectionOf(service, link)) ?? assert.fail();
    assert.deepEqual(
      [healed.id, healed.status],
      [broken.id, 'connected'],
      'the same connection, with its data',
    );
  });

  /** A request for data, for adapters that learn the account from the token answer too. */
  const fetchDirectly = async (use: () => Promise<unknown>): Promise<unknown> => {
    const { id } = await grantOf();
    const collection = Object.values(adapter.collections)[0] ?? assert.fail();
    const today = dayOf(new Date());
    await keeper().withApi(id, 'days', (api) =>
      api.send(collection.request({ window: { from: today, until: today }, account, cursor: null })),
    );
    return use();
  };
});

function oauthAdapterOf(slug: string): OauthAdapter {
  const adapter = findProvider(slug)?.adapter;
  assert.ok(adapter && isOauth(adapter));
  return adapter;
}
