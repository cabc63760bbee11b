// Which providers people can link, by settings and by a team's own applications.
import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it, vi } from 'vitest';
import {
  createLinkToken,
  listLinkProviders,
  listProviders,
  prepareCustomCredentials,
  setCustomCredentials,
} from 'svc-link/contract';
import { createApp } from '../../src/server/app.js';
import { sandboxKeys } from '../../src/server/server.js';
import { countStatements } from '../support/count-statements.js';
import { startTestService, type TestService } from '../support/test-service.js';

const { apiKey } = sandboxKeys;
let service: TestService;

const slugsOf = async (key = apiKey): Promise<readonly string[]> =>
  (await service.call(listProviders, { apiKey: key })).body.map(({ slug }) => slug);
const ask = (path: string, init?: RequestInit) => service.app.request(path, init);

describe('without fictional providers', () => {
  beforeAll(async () => {
    service = await startTestService({
      SANDBOX_PROVIDERS: '0',
      PROVIDERS: JSON.stringify({
        withings: { client_id: 'ours', client_secret: 'secret' },
        dexcom: { enabled: false },
      }),
    });
  });
  afterAll(() => service.stop());

  it('a team is offered what the service has an application with', async () => {
    assert.deepEqual(await slugsOf(), ['withings']);
    const link = await service.newLink();
    const { body } = await service.call(listLinkProviders, { token: link.token });
    assert.deepEqual(
      body.map(({ slug }) => slug),
      ['withings'],
    );
  });

  it('an application of its own makes a provider appear, for that team alone', async () => {
    const own = await service.newTeam();
    const set = (provider: string) =>
      service.call(setCustomCredentials, {
        params: { provider },
        apiKey: own.apiKey,
        body: { client_id: 'theirs', client_secret: 'secret' },
      });
    assert.equal((await set('wahoo')).status, 200);
    assert.deepEqual([...(await slugsOf(own.apiKey))].sort(), ['wahoo', 'withings']);
    assert.deepEqual(await slugsOf(), ['withings']);
    // Switched off for everybody.
    assert.equal((await set('dexcom')).status, 422);
  });

  it('an application counts at once in the process that stored it, and a second later in others', async () => {
    const own = await service.newTeam();
    const { db } = countStatements(service.deps.db);
    const other = createApp({ ...service.deps, db });
    const elsewhere = async () => {
      const answer = await other.request(listProviders.path, { headers: { 'x-svc-api-key': own.apiKey } });
      return ((await answer.json()) as { slug: string }[]).map(({ slug }) => slug).sort();
    };
    const began = performance.now();
    const time = vi.spyOn(performance, 'now').mockReturnValue(began);
    assert.deepEqual([await slugsOf(own.apiKey), await elsewhere()], [['withings'], ['withings']]);
    await service.call(setCustomCredentials, {
      params: { provider: 'wahoo' },
      apiKey: own.apiKey,
      body: { client_id: 'theirs', client_secret: 'secret' },
    });
    assert.deepEqual([...(await slugsOf(own.apiKey))].sort(), ['wahoo', 'withings']);
    time.mockReturnValue(began + 999);
    assert.deepEqual(await elsewhere(), ['withings']);
    time.mockReturnValue(began + 1000);
    assert.deepEqual(await elsewhere(), ['wahoo', 'withings']);
    time.mockRestore();
  });

  it('a link token names what is offered only, and says why it is not', async () => {
    const userId = await service.newUser();
    const make = (provider: string) =>
      service.call(createLinkToken, { apiKey, body: { user_id: userId, provider } });
    assert.equal((await make('withings')).status, 200);
    for (const [slug, reason] of [
      ['wahoo', /has no application/],
      ['aurora_ring', /switched off/],
      ['nobody', /unknown provider/],
    ] as const) {
      const { status, detail } = await make(slug);
      assert.equal(status, 422, slug);
      assert.match(JSON.stringify(detail), reason);
    }
  });

  it('there is no sign-in, page or clock for fictional ones', async () => {
    for (const path of [
      '/sandbox/oauth/aurora_ring/authorize',
      '/.well-known/oauth-authorization-server/sandbox/oauth/aurora_ring',
      '/sandbox/clock',
    ])
      assert.equal((await ask(path)).status, 404, path);
    assert.doesNotMatch(await (await ask('/docs')).text(), /\/sandbox\//);
    const link = await service.newLink();
    const signedIn = await service.signIn(link, 'ok@example.com', { provider: 'zephyr_bed' });
    assert.equal(signedIn.status, 404);
    const prepared = await service.call(prepareCustomCredentials, {
      params: { provider: 'aurora_ring' },
      apiKey,
    });
    assert.equal(prepared.status, 422);
  });
});
