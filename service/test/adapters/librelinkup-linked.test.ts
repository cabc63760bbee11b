// What is special about LibreLinkUp, through the whole service: regions,
// an app that is too old, and data that it keeps for twelve hours.
import assert from 'node:assert/strict';
import { afterAll, beforeAll, beforeEach, describe, it } from 'vitest';
import { dayOf } from '../../src/work/index.js';
import type { StartedLink } from '../support/test-service.js';
import { playPasswordProvider, type PasswordScene } from './password-scene.js';
import { createLibrelinkupSimulator, readingAt } from './simulators/librelinkup.js';

const hour = 3_600_000;
const password = 'the password of Ada';
const simulator = createLibrelinkupSimulator({ until: dayOf(new Date()), days: 1 });
let scene: PasswordScene;
let made = 0;

beforeAll(async () => {
  scene = await playPasswordProvider('librelinkup', simulator, (address) => ({
    client_id: 'llu.test',
    client_version: '4.16.0',
    urls: { api: `${address}/{region}` },
  }));
});
afterAll(() => scene.stop());

let link: StartedLink;
let name: string;
beforeEach(async () => {
  link = await scene.service.newLink({ provider: 'librelinkup' });
  name = `ada-${(made += 1)}`;
  const follower = { id: name, password, region: 'de', follows: [name], mustAccept: false };
  simulator.people.add(`${name}@example.com`, follower);
  Object.assign(simulator, { now: Date.now(), minimumVersion: '4.16.0' });
});
const signIn = async (region?: string) =>
  (await scene.signIn(link, `${name}@example.com`, password, region)).body;

describe('a region', () => {
  it('that the person has chosen is asked alone', async () => {
    assert.equal((await signIn('de')).state, 'success');
    assert.equal(simulator.people.entries.get(name), 1);
    assert.equal((await scene.tokensOf(link)).session?.region, 'de');
  });

  it('that the provider names is asked in its place, then and later', async () => {
    assert.equal((await signIn('us')).state, 'success');
    assert.equal(simulator.people.entries.get(name), 2);
    assert.equal((await scene.tokensOf(link)).session?.region, 'de');
    const asked = simulator.requests.length;
    await scene.use(link);
    assert.match(simulator.requests[asked]?.url ?? '', /^\/de\/llu\//);
  });

  it.each([undefined, '', 'mars', '../eu', 'eu.example.com/'])(
    'that is %s is asked nothing',
    async (region) => {
      const { state, error_type } = await signIn(region);
      assert.deepEqual([state, error_type], ['error', 'unsupported_region']);
      assert.equal(simulator.people.entries.get(name), undefined);
    },
  );

  it('that nobody knows is followed nowhere', async () => {
    const follower = { id: `${name}-far`, password, region: 'moon', follows: [name], mustAccept: false };
    simulator.people.add(`${name}@example.com`, follower);
    assert.equal((await signIn('eu')).error_type, 'unsupported_region');
  });
});

describe('an account', () => {
  it('that has something to accept in the app is not linked, and says what is missing', async () => {
    const follower = { id: name, password, region: 'de', follows: [name], mustAccept: true };
    simulator.people.add(`${name}@example.com`, follower);
    assert.equal((await signIn('de')).error_type, 'required_scopes_not_granted');
  });

  it('that follows several others is not linked', async () => {
    const follower = { id: name, password, region: 'de', follows: ['one', 'two'], mustAccept: false };
    simulator.people.add(`${name}@example.com`, follower);
    assert.equal((await signIn('de')).error_type, 'required_scopes_not_granted');
    assert.equal(await scene.connectionOf(link), undefined);
  });
});

it('takes an app that is too old for a mistake of the settings, and of no connection', async () => {
  assert.equal((await signIn('de')).state, 'success');
  simulator.minimumVersion = '5.0.0';
  await scene.fetch(link);
  assert.equal((await scene.connectionOf(link))?.status, 'connected');
  assert.match(scene.service.logged(), /a provider refuses the application/);
  link = await scene.service.newLink({ provider: 'librelinkup' });
  assert.equal((await signIn('de')).error_type, 'provider_api_error');
});

it('keeps what the provider has no more, and what it sends again once', async () => {
  // Noon, so that the hours before it belong to the same day.
  const noon = Date.parse(`${dayOf(new Date())}T12:00:00Z`);
  const records = simulator.records(name);
  records.readings = [1, 4, 7].map((ago) => readingAt(noon - ago * hour, 0, 100 + ago));
  simulator.now = noon;
  assert.equal((await signIn('de')).state, 'success');
  await scene.fetch(link);
  const idsOf = async () => (await scene.itemsOf(link, 'glucose')).flatMap(({ ids }) => ids);
  const before = await idsOf();
  assert.equal(before.length, 3);
  // Ten hours later the provider no longer has the first two, and there is a new one.
  simulator.now = noon + 10 * hour;
  records.readings.push(readingAt(noon + 9 * hour, 0, 120));
  await scene.fetch(link, 3);
  const after = await idsOf();
  assert.deepEqual(after.slice(0, 3), before);
  assert.equal(after.length, 4);
  // Even if the provider has no readings at all, nothing is lost.
  simulator.now = noon + 40 * hour;
  await scene.fetch(link, 6);
  assert.deepEqual(await idsOf(), after);
});
