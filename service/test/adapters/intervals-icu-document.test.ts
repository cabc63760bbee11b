import assert from 'node:assert/strict';
import { it } from 'vitest';
import { intervalsIcu } from '../../src/adapters/intervals-icu.js';
import { addDays } from '../../src/work/index.js';
import { judgeOf } from './documents.js';
import { type Exchange, exchange, readItems } from './reading.js';
import { createIntervalsIcuSimulator } from './simulators/intervals-icu.js';

it('asks Intervals.icu as its document allows, of a simulator that answers as it says', async ({ skip }) => {
  const judge = judgeOf('intervals_icu');
  if (judge === undefined) return skip('intervals-icu.json is not at hand');
  const objections = new Set<string>();
  const [until, account] = ['2026-04-10', 'i317960'];
  const simulator = createIntervalsIcuSimulator({ until, accountOf: () => account });
  const reading = { adapter: intervalsIcu, simulator, token: 'any', account };
  const heard = (answer: Exchange) => {
    for (const each of judge.objections(answer)) objections.add(each);
  };
  for (const resource of Object.keys(intervalsIcu.resources)) {
    const window = { from: addDays(until, -89), until };
    const items = await readItems({ ...reading, window, heard }, resource);
    assert.ok(items.length > 0, resource);
  }
  const { signIn } = intervalsIcu;
  assert.ok(signIn.type === 'oauth');
  const revocation = signIn.revoke?.({ account, accessToken: 'any', refreshToken: null });
  assert.ok(revocation);
  heard(await exchange(reading, revocation));

  assert.deepEqual([...objections], []);
  assert.deepEqual([...judge.judged].toSorted(), [
    'disconnectApp',
    'getAthlete',
    'listActivities',
    'listWellnessRecords',
  ]);
});
