// What is special about Eight Sleep, through the whole service: if it
// refuses everybody's password, the passwords are not tried again at once.
import assert from 'node:assert/strict';
import { afterAll, afterEach, beforeAll, beforeEach, it } from 'vitest';
import { dayOf } from '../../src/work/index.js';
import { letPass } from '../grants/grant-scene.js';
import type { StartedLink } from '../support/test-service.js';
import { playPasswordProvider, type PasswordScene } from './password-scene.js';
import { createEightSleepSimulator } from './simulators/eight-sleep.js';

const password = 'the password';
const hour = 3600;
const simulator = createEightSleepSimulator({ until: dayOf(new Date()), days: 1 });
let scene: PasswordScene;

beforeAll(async () => {
  scene = await playPasswordProvider('eight_sleep', simulator, (address) => ({
    client_id: simulator.clientId,
    client_secret: simulator.clientSecret,
    urls: { token: `${address}/auth/tokens`, api: `${address}/client` },
  }));
});
afterAll(() => scene.stop());

let links: readonly StartedLink[];
const names = ['ada', 'bob', 'cleo', 'dan', 'eve', 'finn'];
const signIn = (link: StartedLink, name: string) => scene.signIn(link, `${name}@example.com`, password);
beforeEach(async () => {
  links = await Promise.all(names.map(() => scene.service.newLink({ provider: 'eight_sleep' })));
  for (const [at, name] of names.entries()) {
    simulator.people.add(`${name}@example.com`, { id: name, password });
    assert.equal((await signIn(links[at]!, name)).body.state, 'success');
  }
  simulator.people.entries.clear();
});
afterEach(async () => {
  simulator.refusal = undefined;
  await scene.service.deps.db.deleteFrom('connection').execute();
  await scene.service.deps.db.deleteFrom('provider_grant').execute();
});

const entries = () => names.map((name) => simulator.people.entries.get(name) ?? 0);
const all = (number: number) => names.map(() => number);
const passwords = () =>
  Promise.all(links.map(async (link) => (await scene.tokensOf(link)).session?.password?.password));
const statuses = async () =>
  new Set(await Promise.all(links.map(async (link) => (await scene.connectionOf(link))?.status)));
const useAll = async (): Promise<number> =>
  (await Promise.allSettled(links.map((link) => scene.use(link)))).filter(
    ({ status }) => status === 'fulfilled',
  ).length;

it('keeps passwords that are refused to everybody, and tries each again hours later', async () => {
  for (const name of names) simulator.people.endSessions(name);
  simulator.refusal = { status: 400, error: 'invalid_grant' };
  const { db } = scene.service.deps;
  assert.deepEqual([await useAll(), entries()], [0, all(1)]);
  await letPass(db, hour);
  assert.deepEqual([await useAll(), entries()], [0, all(1)]);
  await letPass(db, 5 * hour);
  assert.deepEqual([await useAll(), entries()], [0, all(2)]);
  await letPass(db, 6 * hour);
  simulator.refusal = undefined;
  assert.deepEqual([await useAll(), entries()], [6, all(3)]);
  assert.deepEqual(
    [await statuses(), await passwords()],
    [new Set(['connected']), names.map(() => password)],
  );
  // The answers prove that the session is good.
  const grants = await Promise.all(links.map((link) => scene.grantOf(link)));
  assert.deepEqual(new Set(grants.map(({ suspected_on }) => suspected_on)), new Set([null]));
});

it('believes in no outage that takes more than three days', async () => {
  for (const name of names) simulator.people.endSessions(name);
  simulator.refusal = { status: 400, error: 'invalid_grant' };
  await useAll();
  await letPass(scene.service.deps.db, 72 * hour);
  assert.deepEqual([await useAll(), entries()], [0, all(1)]);
  assert.deepEqual([await statuses(), await passwords()], [new Set(['error']), names.map(() => undefined)]);
});

it('uses a session to its end while the password is refused, and asks once', async () => {
  const [link] = links;
  simulator.refusal = { status: 400, error: 'invalid_grant' };
  await scene.age(link!);
  for (let uses = 0; uses < 3; uses++) await scene.use(link!);
  assert.deepEqual(entries(), [1, 0, 0, 0, 0, 0]);
  await letPass(scene.service.deps.db, 901);
  await assert.rejects(scene.use(link!));
  assert.deepEqual(entries(), [1, 0, 0, 0, 0, 0]);
  assert.equal((await scene.connectionOf(link!))?.status, 'error');
});

it('blames nobody for a refusal that names no reason', async () => {
  const [link] = links;
  for (const name of names) simulator.people.endSessions(name);
  simulator.refusal = { status: 401, error: 'Unauthorized' };
  for (const refused of [link!, link!]) {
    await assert.rejects(scene.use(refused));
    await letPass(scene.service.deps.db, hour);
  }
  assert.equal((await scene.grantOf(link!)).suspected_on, null);
  const { body } = await signIn(await scene.service.newLink({ provider: 'eight_sleep' }), 'ada');
  assert.deepEqual([body.state, body.error_type], ['error', 'provider_api_error']);
  simulator.refusal = undefined;
  await scene.use(link!);
});
