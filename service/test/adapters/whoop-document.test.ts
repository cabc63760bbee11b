import assert from 'node:assert/strict';
import { it } from 'vitest';
import { whoop } from '../../src/adapters/whoop.js';
import { judgeOf } from './documents.js';
import { exchange, readItems } from './reading.js';
import { createWhoopSimulator } from './simulators/whoop.js';

const judge = judgeOf('whoop');

it('asks and is answered as the maker’s document says', async (ctx) => {
  if (judge === undefined) return ctx.skip('the maker’s document is not here');
  const simulator = createWhoopSimulator({ accountOf: () => 'ada', until: '2026-11-10' });
  const objections = new Set<string>();
  const heard = (answer: Awaited<ReturnType<typeof exchange>>): void => {
    for (const each of judge.objections(answer)) objections.add(each.replace(/\/\d+/g, '/n'));
  };
  const window = { from: '2026-08-10', until: '2026-11-10' };
  const reading = { adapter: whoop, simulator, token: 'good', account: '475', window, heard };
  for (const resource of Object.keys(whoop.resources)) await readItems(reading, resource);
  simulator.records('ada').body = undefined;
  await readItems(reading, 'profile');
  assert.ok(whoop.signIn.type === 'oauth');
  const api = {
    send: async (request: Parameters<typeof exchange>[1]) => {
      const answer = await exchange(reading, request);
      heard(answer);
      return answer.body;
    },
  };
  await whoop.signIn.readAccount({
    token: { access_token: 'good' },
    api,
    where: { base: null, region: null },
  });
  await api.send(whoop.signIn.revoke!({ account: '475', accessToken: 'good', refreshToken: null }));
  assert.deepEqual([...objections], []);
  assert.equal(judge.judged.size, 7);
});
