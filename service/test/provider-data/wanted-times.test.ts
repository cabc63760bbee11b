// A provider names the time of the next request: this lengthens the usual waits, and never shortens them.
import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { sealTokens } from '../../src/grants/tokens.js';
import { askBy, type FetchDeps } from '../../src/provider-data/index.js';
import { stepDays } from '../../src/provider-data/days.js';
import { stepHistory } from '../../src/provider-data/history.js';
import { passingWaits } from '../../src/provider-data/waits.js';
import { dayOf } from '../../src/work/index.js';
import { createWithingsSimulator } from '../adapters/simulators/withings.js';
import { keeperOf } from '../grants/grant-scene.js';
import { isOauth } from '../../src/grants/index.js';
import { madeUpAt } from '../support/made-up-adapter.js';
import { startTestService, type TestService } from '../support/test-service.js';
import { playProvider, type ProviderScene } from './scene.js';

const simulator = createWithingsSimulator({
  accountOf: (token) => token,
  until: dayOf(new Date()),
  days: 5,
});
/** The `Retry-After` of every answer; undefined if the provider answers normally. */
let wanted: string | undefined;
const fetch = (request: Request): Response | Promise<Response> =>
  wanted === undefined
    ? simulator.app.fetch(request)
    : new Response('{}', { status: 503, headers: { 'retry-after': wanted } });

let service: TestService;
let scene: ProviderScene;
beforeAll(async () => {
  service = await startTestService();
  scene = await playProvider(service, 'withings', { app: { fetch } });
});
afterAll(async () => {
  await scene.stop();
  await service.stop();
});

/** Uses a token that has expired, so that the token address is asked first. */
async function withOldToken(id: string): Promise<FetchDeps> {
  const { db, secrets } = service.deps;
  const { grant_id: grant } = await db
    .selectFrom('connection')
    .select('grant_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  assert.ok(grant !== null);
  const tokens = { accessToken: 'old', refreshToken: 'refresh', expiresAt: Date.now() - 10_000 };
  await db
    .updateTable('provider_grant')
    .set(sealTokens(secrets, grant, tokens))
    .where('id', '=', grant)
    .execute();
  const { adapter } = scene;
  assert.ok(isOauth(adapter));
  return { ...scene.deps, ask: askBy(keeperOf(service, () => madeUpAt(scene.api, adapter))) };
}
const asked = {
  'the interface': () => Promise.resolve(scene.deps),
  'the token address': withOldToken,
};

const nextTryOf = async (id: string): Promise<Date> => {
  const rows = await service.deps.db
    .selectFrom('historical_pull')
    .select('next_attempt_at')
    .where('connection_id', '=', id)
    .where('status', '=', 'retrying')
    .execute();
  const [first] = rows.flatMap(({ next_attempt_at }) => next_attempt_at ?? []).sort((a, b) => +a - +b);
  return first ?? assert.fail('no pull waits');
};
const nextLookOf = async (id: string): Promise<Date> => {
  const { next_pull_at } = await service.deps.db
    .selectFrom('connection')
    .select('next_pull_at')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return next_pull_at ?? assert.fail('no look is due');
};
const secondsBetween = (from: Date, until: Date): number => (until.getTime() - from.getTime()) / 1000;

let accounts = 0;
for (const [what, depsFor] of Object.entries(asked))
  describe(`a provider whose ${what} names a time`, () => {
    for (const header of ['0', 'Wed, 21 Oct 2015 07:28:00 GMT', '5']) {
      it(`of ${header} is asked for past data after the usual waits`, async () => {
        const { id } = await scene.connect(`95${accounts++}`);
        const deps = await depsFor(id);
        wanted = header;
        let now = new Date();
        for (const wait of passingWaits.slice(0, 3)) {
          assert.equal(await stepHistory(deps, scene.adapter, id, now), false);
          const next = await nextTryOf(id);
          assert.equal(secondsBetween(now, next), wait);
          now = next;
        }
      });

      it(`of ${header} is asked for new data after the usual wait`, async () => {
        const { id } = await scene.connect(`95${accounts++}`);
        wanted = undefined;
        while (await stepHistory(scene.deps, scene.adapter, id, new Date()));
        const deps = await depsFor(id);
        const now = await nextLookOf(id);
        wanted = header;
        assert.equal(await stepDays(deps, scene.adapter, id, now), false);
        assert.equal(secondsBetween(now, await nextLookOf(id)), 900);
      });
    }

    it('far away is left alone for so long', async () => {
      const { id } = await scene.connect(`95${accounts++}`);
      const deps = await depsFor(id);
      wanted = '4000';
      const now = new Date();
      assert.equal(await stepHistory(deps, scene.adapter, id, now), false);
      assert.ok(secondsBetween(now, await nextTryOf(id)) >= 4000);
    });
  });
