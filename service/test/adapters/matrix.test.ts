// Every adapter through the whole service: a person links at an authorization server by others, the past comes from the
// provider's simulator, and so on to the grant's end. There is a test for each cell of the table in docs/providers/README.md.
import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it, vi } from 'vitest';
import type { ApiRequest } from '../../src/adapters/api.js';
import { openTokens } from '../../src/grants/index.js';
import { revokeDue } from '../../src/grants/revoke-due.js';
import { askBy, startFetching } from '../../src/provider-data/index.js';
import { createApi, ProviderFailure } from '../../src/provider-http/index.js';
import type { RealProviderSettings } from '../../src/providers/index.js';
import { dayOf } from '../../src/work/index.js';
import { checkEmittedEvents } from '../support/emitted-events.js';
import {
  askTeam,
  type Link,
  newLink,
  type OauthService,
  startOauthService,
} from '../support/oauth-service.js';
import { type Receiver, startReceiver } from '../support/receiver.js';
import { type Column, columnNames, columns, oauthAdapters } from './matrix/columns.js';
import { rows } from './matrix/rows.js';
import { connected, type MatrixScene, startMatrixScene } from './matrix/scene.js';

const real = new Map<string, RealProviderSettings>();
let service: OauthService;
let team: Receiver;
beforeAll(async () => {
  service = await startOauthService({ fictional: new Set(), real });
  // Events without a receiver are not stored.
  team = await startReceiver();
  const url = team.url;
  assert.equal((await askTeam(service, 'POST', '/v2/webhook', { url })).status, 200);
});
afterAll(async () => {
  await checkEmittedEvents(service.deps);
  await service.close();
  await team.close();
});

describe.each(oauthAdapters)('$slug', (adapter) => {
  const { slug, signIn } = adapter;
  const row = rows.find((each) => each.slug === slug) ?? assert.fail(`no row of ${slug}`);
  const [account, other] = ['4711', '4712'];
  let scene: MatrixScene;
  let link: Link;
  let otherLink: Link;

  beforeAll(async () => {
    scene = await startMatrixScene(service, real, row, adapter);
  });
  afterAll(() => scene.close());

  const db = () => service.deps.db;
  /** If data comes by offers, a look without an offer asks which permissions are granted when that is due. */
  const letGrantFallDue = () => db().updateTable('provider_grant').set({ ask_granted_at: null }).execute();
  const idOf = async (of = link): Promise<string> => (await connected(service, of)).id;
  const grantOf = async (of = link) => {
    const { grant_id } = await connected(service, of);
    return db().selectFrom('provider_grant').selectAll().where('id', '=', grant_id).executeTakeFirstOrThrow();
  };
  const tokensOf = async (of = link) => openTokens(service.deps.secrets, await grantOf(of));
  const revocations = () =>
    db().selectFrom('provider_revocation').select('account').where('provider', '=', slug).execute();
  const pullsOf = async () =>
    db()
      .selectFrom('historical_pull')
      .selectAll()
      .where('connection_id', '=', await idOf())
      .execute();
  const eventsOf = async () =>
    db()
      .selectFrom('event')
      .select(['id', 'event_type'])
      .where('user_id', '=', link.userId)
      .orderBy('created_on')
      .orderBy('id')
      .execute();
  const toldOfConnection = async (): Promise<readonly string[]> =>
    (await eventsOf()).map(({ event_type }) => event_type).filter((type) => type.includes('.connection.'));
  const requestsOf = (of: string): number =>
    scene.simulator.requests.filter((each) => each.account === of).length;
  const call = (method: string, path: string, body?: object) => askTeam(service, method, path, body);
  /** Makes the access token expired, so that the next use renews it. */
  const endAccess = async (of = link): Promise<void> => {
    const { id } = await grantOf(of);
    await db()
      .updateTable('provider_grant')
      .set({ access_until: new Date(0) })
      .where('id', '=', id)
      .execute();
  };
  const useToken = async (of = link): Promise<string> => {
    const { id } = await grantOf(of);
    return scene.keeper().withToken(id, ({ accessToken }) => Promise.resolve(accessToken));
  };
  const kindOf = async (work: Promise<unknown>): Promise<string> => {
    try {
      await work;
      return 'success';
    } catch (error) {
      if (error instanceof ProviderFailure) return error.failure.kind;
      throw error;
    }
  };
  const collection = Object.values(adapter.collections)[0] ?? assert.fail();
  const aRequest = async (of = link) => {
    const today = dayOf(new Date());
    const { provider_account } = await connected(service, of);
    const window = { from: today, until: today };
    return collection.request({ window, account: provider_account, cursor: null });
  };
  /** Sends a request with a token, without the limits and rules of the service. */
  const askWith = (token: string, request: ApiRequest) =>
    createApi(
      { allowPrivate: true },
      {
        adapter,
        urls: { api: scene.api, token: scene.api },
        application: { clientId: '', clientSecret: '', apiKey: row.apiKey ?? '' },
        person: { authorization: `Bearer ${token}` },
      },
    ).send(request);
  /** The person ends the access, and the service learns of it. */
  const breakIt = async (): Promise<void> => {
    await scene.server.end(account);
    const { id } = await grantOf();
    const request = await aRequest();
    const use = () => scene.keeper().withApi(id, 'days', (api) => api.send(request));
    // Some refusals may be a passing mistake. They count only if they come again ten minutes later.
    await assert.rejects(use());
    await db()
      .updateTable('provider_grant')
      .set({ suspected_on: new Date(Date.now() - 660_000) })
      .where('id', '=', id)
      .where('suspected_on', 'is not', null)
      .execute();
    await assert.rejects(use());
  };
  const tests: Readonly<Record<Column, { readonly name: string; run(): Promise<void> }>> = {
    linked: {
      name: 'is linked by a person',
      async run() {
        link = await newLink(service, { provider: slug });
        const came = await scene.send(link, account);
        assert.deepEqual(came['state'], 'success', service.logged().slice(-2000));
        const connection = await connected(service, link);
        assert.equal(connection.provider_account, row.named?.(account, scene.api) ?? account);
        assert.deepEqual(connection.scopes_denied, []);
      },
    },
    past: {
      name: 'brings all of the past',
      async run() {
        await scene.fetchAll(await idOf());
        const pulls = await pullsOf();
        assert.ok(pulls.length > 0);
        for (const { resource, status, error_details, pulled_from, range_start } of pulls) {
          assert.deepEqual([status, error_details], ['success', null], resource);
          assert.ok(pulled_from !== null && pulled_from <= range_start, resource);
        }
        const days = await db()
          .selectFrom('pulled_day')
          .select(({ fn }) => [fn.min('date').as('first'), fn.countAll<string>().as('all')])
          .where('connection_id', '=', await idOf())
          .executeTakeFirstOrThrow();
        const first = pulls.map(({ range_start }) => range_start).toSorted()[0] ?? assert.fail();
        // People do not measure something every day.
        assert.ok(Date.parse(days.first) - Date.parse(first) < 10 * 86_400_000, `${days.first}, ${first}`);
        assert.ok(Number(days.all) > 20, `${days.all} days`);
      },
    },
    repeated: {
      name: 'is the same when it is read again, and tells nothing twice',
      async run() {
        const id = await idOf();
        const [stored, events] = [await scene.stored(id), await eventsOf()];
        const asked = requestsOf(account);
        await db()
          .updateTable('historical_pull')
          .set({ pulled_from: null, next_attempt_at: new Date(), ended_on: null, status: 'scheduled' })
          .where('connection_id', '=', id)
          .execute();
        await scene.fetchAll(id);
        assert.ok(requestsOf(account) > asked);
        assert.deepEqual(await scene.stored(id), stored);
        const isOfDays = ({ event_type }: { event_type: string }): boolean => event_type.startsWith('daily.');
        assert.deepEqual((await eventsOf()).filter(isOfDays), events.filter(isOfDays));
        // The event of the past is sent when it has come, and here it came again.
        assert.ok(events.some(({ event_type }) => event_type.startsWith('historical.')));
      },
    },
    'rate limit': {
      name: 'waits as long as the provider says once it has asked too often',
      async run() {
        const id = await idOf();
        await scene.letPass(id);
        await letGrantFallDue();
        scene.simulator.refuseNext(1);
        assert.equal(await scene.step(id, new Date()), false);
        const blocked = await db()
          .selectFrom('provider_budget')
          .select('provider')
          .where('blocked_until', '>', new Date())
          .execute();
        assert.deepEqual(blocked, [{ provider: slug }]);
        const { next_pull_at, status } = await connected(service, link);
        assert.equal(status, 'connected');
        assert.ok(next_pull_at && next_pull_at > new Date());
        // A look that is due at once waits too.
        await db().updateTable('connection').set({ next_pull_at: new Date() }).where('id', '=', id).execute();
        const asked = requestsOf(account);
        assert.equal(await scene.step(id, new Date()), false);
        assert.equal(requestsOf(account), asked);
        await scene.letPass(id);
        assert.equal(await scene.step(id), true);
        assert.ok(requestsOf(account) > asked);
      },
    },
    outage: {
      name: 'blames nobody for an outage of the provider',
      async run() {
        const id = await idOf();
        const before = await grantOf();
        const interferences = [
          { refuse: { status: 503 } },
          { refuse: { status: 500, body: '<h1>Something went wrong</h1>' } },
          'close-before',
        ] as const;
        for (const interference of signIn.refresh ? interferences : []) {
          await endAccess();
          scene.server.interfere = () => interference;
          assert.equal(await kindOf(useToken()), 'later');
        }
        scene.server.interfere = () => undefined;
        await scene.letPass(id);
        await db()
          .updateTable('provider_grant')
          .set({ access_until: before.access_until })
          .where('id', '=', before.id)
          .execute();
        await letGrantFallDue();
        scene.simulator.breakNext(1);
        assert.equal(await scene.step(id), false);
        const { status, suspected_on, version } = await grantOf();
        assert.deepEqual([status, suspected_on, version], ['live', null, before.version]);
        assert.equal((await connected(service, link)).status, 'connected');
        await scene.letPass(id);
        assert.equal(await scene.step(id), true);
      },
    },
    paused: {
      name: 'is neither renewed nor read while the team has paused it',
      async run() {
        otherLink = await newLink(service, { provider: slug });
        assert.equal((await scene.send(otherLink, other))['state'], 'success');
        const paused = await call('POST', '/v2/link/bulk_pause', { provider: slug, user_ids: [link.userId] });
        assert.equal(paused.status, 202, await paused.text());
        const isPaused = async () => assert.equal((await connected(service, link)).status, 'paused');
        await vi.waitFor(isPaused, { timeout: 240_000 });
        await endAccess();
        const id = await idOf();
        await scene.letPass(id);
        const [asked, renewed] = [requestsOf(account), scene.server.refreshes.get(account)];

        // By the time that another person's data has arrived, this person's would have arrived too.
        const ask = askBy(scene.keeper());
        const fetching = startFetching({ ...service.deps, ask }, new Map([[slug, adapter]]));
        await vi.waitFor(async () => assert.ok((await scene.stored(await idOf(otherLink))).length > 0), {
          timeout: 240_000,
        });
        await fetching.stop();
        assert.ok(requestsOf(other) > 0);
        assert.equal(await scene.step(id), false);
        assert.deepEqual([requestsOf(account), scene.server.refreshes.get(account)], [asked, renewed]);
        if (signIn.refresh) {
          const tokens = scene.server.requests.tokens;
          assert.equal(await kindOf(useToken()), 'later');
          assert.equal(scene.server.requests.tokens, tokens);
        }

        const again = await newLink(service, { provider: slug }, { userId: link.userId });
        assert.equal((await scene.send(again, account))['state'], 'success');
        await scene.letPass(id);
        assert.equal(await scene.step(id), true);
        assert.equal(await idOf(), id);
      },
    },
    renewed: {
      name: 'renews its tokens in time, and stores what it gets',
      async run() {
        const before = await grantOf();
        const renewals = scene.server.refreshes.get(account) ?? 0;
        await endAccess();
        assert.equal(await scene.server.accountOf(await useToken()), account);
        assert.equal((await grantOf()).version, before.version + 1);
        assert.equal(scene.server.refreshes.get(account), renewals + 1);
      },
    },
    rotated: {
      name: 'keeps the new refresh token: the old one is refused',
      async run() {
        const before = await tokensOf();
        await endAccess();
        await useToken();
        const after = await tokensOf();
        assert.notEqual(after.refreshToken, before.refreshToken);
        assert.equal(await scene.isRenewable(before.refreshToken ?? ''), false);
        const { refreshToken } = await scene.server.issue(account);
        assert.equal(await scene.isRenewable(refreshToken), true, 'asked in the right way');
      },
    },
    reconnected: {
      name: 'says that the person has to reconnect once they have ended the access, and goes on when they do',
      async run() {
        await breakIt();
        const broken = await connected(service, link);
        assert.equal(broken.status, 'error');
        assert.equal((await connected(service, otherLink)).status, 'connected');
        const again = await newLink(service, { provider: slug }, { userId: link.userId });
        assert.equal((await scene.send(again, account))['state'], 'success');
        const healed = await connected(service, link);
        assert.deepEqual(
          [healed.id, healed.status],
          [broken.id, 'connected'],
          'the same connection, with its data',
        );
        await scene.letPass(healed.id);
        assert.equal(await scene.step(healed.id), true);
      },
    },
    'reconnect token': {
      name: 'is renewed by a token for it, with its own account alone, and is not told as made again',
      async run() {
        await breakIt();
        const [broken, told] = [await connected(service, link), await toldOfConnection()];
        assert.equal(broken.status, 'error');
        const again = await newLink(service, { reconnect: slug }, { userId: link.userId });
        // An account that another person of the team has linked, and an account that nobody has linked.
        for (const wrong of [other, '4713']) {
          const came = await scene.send(again, wrong);
          assert.deepEqual([came['state'], came['error_type']], ['error', 'account_mismatch']);
          assert.deepEqual(await connected(service, link), broken);
        }
        // The service ends the access that nobody uses at the provider, but another person who uses the account keeps theirs.
        await db()
          .updateTable('provider_revocation')
          .set({ next_try: new Date(0) })
          .execute();
        await revokeDue(scene.revoking);
        if (signIn.revoke) assert.deepEqual(await revocations(), []);
        const [{ accessToken }, request] = [await tokensOf(otherLink), await aRequest(otherLink)];
        assert.equal(await kindOf(askWith(accessToken, request)), 'success');

        assert.equal((await scene.send(again, account))['state'], 'success');
        const { id, status, created_on, provider_account, error_details } = await connected(service, link);
        assert.deepEqual(
          [id, status, created_on, provider_account, error_details],
          [broken.id, 'connected', broken.created_on, broken.provider_account, null],
        );
        assert.deepEqual(await toldOfConnection(), [...told, 'provider.connection.healed']);
        await scene.letPass(id);
        assert.equal(await scene.step(id), true);
      },
    },
    revoked: {
      name: 'ends the grant at the provider when the team disconnects the person',
      async run() {
        const [{ accessToken: mine }, { accessToken: others }] = [
          await tokensOf(),
          await tokensOf(otherLink),
        ];
        const [request, othersRequest] = [await aRequest(), await aRequest(otherLink)];
        assert.equal(await kindOf(askWith(mine, request)), 'success');
        const ended = await call('DELETE', `/v2/user/${link.userId}/${slug}`);
        assert.equal(ended.status, 200, await ended.text());
        await revokeDue(scene.revoking);
        assert.equal(await kindOf(askWith(mine, request)), 'token');
        assert.equal(await kindOf(askWith(others, othersRequest)), 'success');
        assert.deepEqual(await revocations(), []);
      },
    },
    judged: {
      name: 'asks and is answered as the provider’s document says, from the first request to the last',
      run() {
        assert.deepEqual([...(scene.objections ?? [])], []);
        assert.ok(scene.judged.size > 0);
        return Promise.resolve();
      },
    },
  };
  for (const column of columnNames) {
    const { name, run } = tests[column];
    if ('proved' in columns[column](adapter))
      it(name, (ctx) => {
        if (column === 'judged' && !scene.objections) return ctx.skip('the document is not here');
        return run();
      });
  }
});
