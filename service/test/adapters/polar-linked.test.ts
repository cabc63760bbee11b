// What is special about Polar, through the whole service: a person who links
// again is registered again, and the new registration has no earlier workouts.
import assert from 'node:assert/strict';
import { afterAll, beforeAll, it } from 'vitest';
import { polar } from '../../src/adapters/polar.js';
import type { OauthAdapter } from '../../src/grants/index.js';
import type { RealProviderSettings } from '../../src/providers/index.js';
import { addDays, dayOf } from '../../src/work/index.js';
import { newLink, type OauthService, startOauthService } from '../support/oauth-service.js';
import { rows } from './matrix/rows.js';
import { connected, type MatrixScene, startMatrixScene } from './matrix/scene.js';
import { createPolarSimulator, type PolarRecords } from './simulators/polar.js';

const account = '4711';
let service: OauthService;
let scene: MatrixScene;
let recordsOf: (account: string) => PolarRecords;
beforeAll(async () => {
  const real = new Map<string, RealProviderSettings>();
  service = await startOauthService({ fictional: new Set(), real });
  const row = rows.find(({ slug }) => slug === 'polar') ?? assert.fail();
  const simulate: typeof row.simulate = (options) => {
    const simulator = createPolarSimulator(options);
    recordsOf = (name) => simulator.records(name);
    return simulator;
  };
  // People sign in on Polar's own page.
  scene = await startMatrixScene(service, real, { ...row, simulate }, polar as OauthAdapter);
});
afterAll(async () => {
  await scene.close();
  await service.close();
});

it('keeps the workouts of before a new registration, and adds those that come after it', async () => {
  const link = await newLink(service, { provider: 'polar' });
  assert.equal((await scene.send(link, account))['state'], 'success');
  const { id } = await connected(service, link);
  await scene.fetchAll(id);
  const workouts = async () =>
    (await scene.stored(id)).filter((day) => (day as [string])[0] === 'workouts').flat(2);
  const before = await workouts();
  assert.ok(before.length > 9);

  // The person revokes the access in Polar Flow, and links again.
  const [records, today] = [recordsOf(account), dayOf(new Date())];
  Object.assign(records, { memberId: null, shownFrom: addDays(today, 1) });
  await scene.server.end(account);
  const again = await newLink(service, { provider: 'polar' }, { userId: link.userId });
  assert.equal((await scene.send(again, account))['state'], 'success');
  assert.equal((await connected(service, again)).id, id);
  assert.equal(records.memberId, account);
  await scene.fetchAll(id);
  assert.deepEqual(await workouts(), before);

  const [latest] = records.exercises.toReversed();
  const upload_time = `${records.shownFrom}T08:00:00Z`;
  records.exercises.push({
    ...(latest ?? assert.fail()),
    id: 'new',
    start_time: `${today}T06:00:00`,
    upload_time,
  });
  await scene.fetchAll(id);
  const after = await workouts();
  for (const each of before.filter((known) => typeof known === 'object'))
    assert.ok(after.some((known) => JSON.stringify(known) === JSON.stringify(each)));
  assert.ok(after.length > before.length);
});
