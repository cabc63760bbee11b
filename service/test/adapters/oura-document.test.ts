import assert from 'node:assert/strict';
import { it } from 'vitest';
import { oura } from '../../src/adapters/oura.js';
import { judgeOf } from './documents.js';
import { readItems } from './reading.js';
import { createOuraSimulator } from './simulators/oura.js';

const judge = judgeOf('oura');

it('asks and is answered as the maker’s document says', async (ctx) => {
  if (judge === undefined) return ctx.skip('the maker’s document is not here');
  const simulator = createOuraSimulator({ accountOf: () => 'ada', until: '2026-11-10' });
  const objections = new Set<string>();
  let exchanges = 0;
  for (const resource of Object.keys(oura.resources))
    await readItems(
      {
        adapter: oura,
        simulator,
        token: 'good',
        account: 'ada',
        window: { from: '2026-08-10', until: '2026-11-10' },
        heard: (exchange) => {
          exchanges++;
          for (const each of judge.objections(exchange)) objections.add(each.replace(/\/\d+/g, '/n'));
        },
      },
      resource,
    );
  assert.deepEqual([...objections], []);
  assert.equal(judge.judged.size, 6);
  assert.ok(exchanges > 20, 'pages');
});
