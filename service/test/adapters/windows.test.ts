import assert from 'node:assert/strict';
import fc from 'fast-check';
import { it } from 'vitest';
import { oura } from '../../src/adapters/oura.js';
import { whoop } from '../../src/adapters/whoop.js';
import { withings } from '../../src/adapters/withings.js';
import { addDays, daysBetween } from '../../src/work/index.js';
import { readItems } from './reading.js';
import { createOuraSimulator } from './simulators/oura.js';
import { createWhoopSimulator } from './simulators/whoop.js';
import { createWithingsSimulator } from './simulators/withings.js';

const until = '2026-11-10';
const options = { accountOf: () => 'ada', until, days: 60 };
const simulated = [
  [withings, createWithingsSimulator(options)],
  [oura, createOuraSimulator(options)],
  [whoop, createWhoopSimulator(options)],
] as const;
const cases = simulated.flatMap(([adapter, simulator]) =>
  Object.entries(adapter.resources)
    .filter(([, { from }]) => from.some((name) => adapter.collections[name]?.span !== 'now'))
    .map(([resource]) => [adapter.slug, resource, adapter, simulator] as const),
);
// Thirty-two days with a change of clocks and two flights.
const whole = { from: '2026-10-10', until };
const inOrder = (items: Awaited<ReturnType<typeof readItems>>) =>
  items.toSorted((one, other) => `${one.day} ${one.id}`.localeCompare(`${other.day} ${other.id}`));

it.each(cases)(
  'reads the same of %s %s, however the days are cut',
  async (_slug, resource, adapter, simulator) => {
    const read = (window: typeof whole) =>
      readItems({ adapter, simulator, token: 'good', account: '475', window }, resource);
    const expected = inOrder(await read(whole));
    assert.ok(expected.length > 3);
    const cut = fc.subarray(daysBetween(addDays(whole.from, 1), until), { maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(cut, async (starts) => {
        const items = [];
        for (const [at, from] of [whole.from, ...starts].entries())
          items.push(
            ...(await read({ from, until: at < starts.length ? addDays(starts[at] ?? until, -1) : until })),
          );
        assert.deepEqual(inOrder(items), expected);
      }),
      { numRuns: 8 },
    );
  },
);
