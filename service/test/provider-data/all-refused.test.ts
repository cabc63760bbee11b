// A provider that renews the tokens of a connection but refuses all data requests with them.
import assert from 'node:assert/strict';
import { afterAll, beforeAll, beforeEach, it } from 'vitest';
import { stepDays } from '../../src/provider-data/days.js';
import { stepHistory } from '../../src/provider-data/history.js';
import { addDays, dayOf } from '../../src/work/index.js';
import { createGoogleHealthSimulator } from '../adapters/simulators/google-health.js';
import { createOuraSimulator } from '../adapters/simulators/oura.js';
import { startTestService, type TestService } from '../support/test-service.js';
import { playProvider, type ProviderScene } from './scene.js';

const now = new Date(Date.now() + 3_600_000);
const days = (count: number): Date => new Date(now.getTime() + count * 86_400_000);
const options = { accountOf: (token: string) => token, until: addDays(dayOf(now), 10), days: 30 };
const simulators = {
  google_health: createGoogleHealthSimulator(options),
  oura: createOuraSimulator(options),
};
/** Whether Google refuses an address. It has refused people like this while it still renewed their tokens. */
let refuses: (path: string) => boolean;
const google = {
  fetch: (request: Request) =>
    refuses(new URL(request.url).pathname)
      ? Response.json(
          { error: { code: 403, details: [{ reason: 'RESOURCE_PERMISSION_DENIED' }] } },
          { status: 403 },
        )
      : simulators.google_health.app.fetch(request),
};

let service: TestService;
let scenes: Readonly<Record<keyof typeof simulators, ProviderScene>>;
beforeAll(async () => {
  service = await startTestService();
  await service.hear();
  scenes = {
    google_health: await playProvider(service, 'google_health', { app: google }),
    oura: await playProvider(service, 'oura', simulators.oura),
  };
});
afterAll(async () => {
  await Promise.all(Object.values(scenes).map((scene) => scene.stop()));
  await service.stop();
});
beforeEach(async () => {
  refuses = () => false;
  await service.deps.db.deleteFrom('connection').execute();
  await service.deps.db.deleteFrom('provider_grant').execute();
});

async function connected(provider: keyof typeof simulators, account: string) {
  const { deps, adapter, connect } = scenes[provider];
  const { id, userId } = await connect(account);
  const look = (at: Date) => stepDays(deps, adapter, id, at);
  while (await stepHistory(deps, adapter, id, now));
  assert.equal(await look(now), true);
  return {
    look,
    state: () =>
      service.deps.db
        .selectFrom('connection')
        .select(['status', 'error_details'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow(),
    problems: async () =>
      (await service.eventsOf(userId)).filter(({ event_type }) => event_type === 'provider.connection.error'),
  };
}

it('all of it for a day breaks the connection, once', async () => {
  const { look, state, problems } = await connected('google_health', '960');
  refuses = () => true;
  await look(days(1));
  assert.deepEqual([(await state()).status, await problems()], ['connected', []]);
  assert.match(service.logged(), /a provider refuses all data of a connection/);
  await look(days(1.5));
  assert.equal((await state()).status, 'connected');
  await look(days(2));
  const { status, error_details } = await state();
  assert.deepEqual([status, error_details?.error_type], ['error', 'reconnect_required']);
  await look(days(3));
  assert.equal((await problems()).length, 1);
});

it('all but one resource leaves the connection as it is', async () => {
  const { look, state, problems } = await connected('google_health', '961');
  refuses = (path) => !path.includes('/sleep');
  for (let day = 1; day < 10; day++) await look(days(day));
  assert.deepEqual([(await state()).status, await problems()], ['connected', []]);
});

it('all of it on one day alone leaves the connection as it is, however often', async () => {
  const { look, state, problems } = await connected('google_health', '962');
  for (let day = 1; day < 9; day++) {
    refuses = () => day % 2 === 1;
    await look(days(day));
  }
  assert.deepEqual([(await state()).status, await problems()], ['connected', []]);
});

it('all of it of many people at once breaks nothing', async () => {
  const all = [];
  for (let n = 0; n < 6; n++) all.push(await connected('google_health', `97${n}`));
  refuses = () => true;
  for (const day of [1, 2, 3]) for (const { look } of all) await look(days(day));
  for (const { state } of all) assert.equal((await state()).status, 'connected');
});

it('for a reason that a new link does not mend it breaks nothing', async () => {
  const { look, state } = await connected('oura', '980');
  simulators.oura.lapsed.add('980');
  for (const day of [1, 2, 3, 9, 10]) await look(days(day));
  assert.equal((await state()).status, 'connected');
});
