import assert from 'node:assert/strict';
import { it } from 'vitest';
import { wahoo } from '../../src/adapters/wahoo.js';
import { addDays } from '../../src/work/index.js';
import { judgeOf } from './documents.js';
import { exchange, readItems } from './reading.js';
import { createWahooSimulator } from './simulators/wahoo.js';

it('asks Wahoo as its document allows, of a simulator that answers as it says', async ({ skip }) => {
  const judge = judgeOf('wahoo');
  if (judge === undefined) return skip('wahoo.yml is not at hand');
  const objections = new Set<string>();
  const until = '2026-04-10';
  const account = '60462';
  const simulator = createWahooSimulator({ until, accountOf: () => account, mostPerPage: 20 });
  const reading = { adapter: wahoo, simulator, token: 'any', account };
  const heard = (answer: Awaited<ReturnType<typeof exchange>>) => {
    for (const each of judge.objections(answer)) objections.add(each);
  };

  for (const resource of Object.keys(wahoo.resources)) {
    const items = await readItems(
      { ...reading, window: { from: addDays(until, -89), until }, heard },
      resource,
    );
    assert.ok(items.length > 0, resource);
  }
  const { signIn } = wahoo;
  assert.ok(signIn.type === 'oauth');
  const revocation = signIn.revoke?.({ account, accessToken: 'any', refreshToken: null });
  assert.ok(revocation);
  heard(await exchange(reading, revocation));

  assert.deepEqual([...objections], []);
  assert.deepEqual([...judge.judged].toSorted(), ['getUser', 'listWorkouts', 'revokeAppAccess']);
});
