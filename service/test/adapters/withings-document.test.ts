import assert from 'node:assert/strict';
import { it } from 'vitest';
import { withings } from '../../src/adapters/withings.js';
import { judgeOf } from './documents.js';
import { readItems } from './reading.js';
import { createWithingsSimulator } from './simulators/withings.js';

const judge = judgeOf('withings');

it('asks and is answered as the maker’s document says', async (ctx) => {
  if (judge === undefined) return ctx.skip('the maker’s document is not here');
  const simulator = createWithingsSimulator({ accountOf: () => 'ada', until: '2026-11-10' });
  const window = { from: '2026-08-04', until: '2026-11-10' };
  const objections = new Set<string>();
  const reading = { adapter: withings, simulator, token: 'good', account: '475', window };
  let exchanges = 0;
  for (const resource of Object.keys(withings.resources))
    await readItems(
      {
        ...reading,
        heard: (exchange) => {
          exchanges++;
          for (const each of judge.objections(exchange)) objections.add(each.replace(/\/\d+/g, '/n'));
        },
      },
      resource,
    );
  assert.deepEqual([...objections], []);
  assert.deepEqual([...judge.judged].toSorted(), [
    'measure-getmeas',
    'measurev2-getactivity',
    'measurev2-getworkouts',
    'sleepv2-getsummary',
  ]);
  assert.ok(exchanges > Object.keys(withings.resources).length, 'pages');
});
