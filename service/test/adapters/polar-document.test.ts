import assert from 'node:assert/strict';
import { it } from 'vitest';
import { polar } from '../../src/adapters/polar.js';
import { addDays } from '../../src/work/index.js';
import { judgeOf } from './documents.js';
import { exchange, readItems } from './reading.js';
import { createPolarSimulator } from './simulators/polar.js';

it('asks Polar as its document allows, of a simulator that answers as it says', async ({ skip }) => {
  const judge = judgeOf('polar');
  if (judge === undefined) return skip('polar.yml is not at hand');
  const objections = new Set<string>();
  const until = '2026-04-10';
  const account = '475';
  const simulator = createPolarSimulator({ until, accountOf: () => account });
  const reading = { adapter: polar, simulator, token: 'any', account };
  const judged = async (request: Parameters<typeof exchange>[1]) => {
    const answer = await exchange(reading, request);
    for (const each of judge.objections(answer)) objections.add(each);
    return answer;
  };

  const { signIn } = polar;
  assert.ok(signIn.type === 'oauth');
  for (const userId of ['first', 'second'])
    await signIn.afterLink?.({
      account,
      userId,
      api: { send: async (request) => (await judged(request)).body },
    });
  for (const resource of Object.keys(polar.resources)) {
    const window = { from: addDays(until, -80), until };
    const heard = (answer: Awaited<ReturnType<typeof exchange>>) => {
      for (const each of judge.objections(answer)) objections.add(each);
    };
    const items = await readItems({ ...reading, window, heard }, resource);
    assert.ok(items.length > 0, resource);
  }
  simulator.records(account).physical = null;
  await judged({ to: '/v3/users/physical-info' });
  simulator.lapsed.add(account);
  await judged({ to: '/v3/users/sleep' });
  simulator.lapsed.clear();
  const revocation = signIn.revoke?.({ account, accessToken: 'any', refreshToken: null });
  assert.ok(revocation);
  await judged(revocation);

  assert.deepEqual([...objections], []);
  assert.deepEqual([...judge.judged].toSorted(), [
    'deleteUser',
    'getUserPhysicalInformation',
    'listActivitiesWithoutTransaction',
    'listExercisesWithoutTransaction',
    'listNightlyRecharge',
    'listNights',
    'registerUser',
  ]);
});
