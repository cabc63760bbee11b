import assert from 'node:assert/strict';
import { it } from 'node:test';
import { batched } from '../src/batched.js';

it('what many ask at once goes into one run, and what comes meanwhile into the next', async () => {
  const runs: (readonly number[])[] = [];
  const waiting: (() => void)[] = [];
  const double = batched(3, async (items: readonly number[]) => {
    runs.push(items);
    await new Promise<void>((resolve) => waiting.push(resolve));
    if (items.includes(6)) throw new Error('no');
    return items.map((item) => item * 2);
  });
  const first = [double(1), double(2)];
  await Promise.resolve();
  assert.deepEqual(runs, [[1, 2]]);
  const later = [3, 4, 5, 6].map(double);
  waiting.shift()?.();
  assert.deepEqual(await Promise.all(first), [2, 4]);
  assert.deepEqual(runs, [
    [1, 2],
    [3, 4, 5],
  ]);
  const refused = assert.rejects(later[3] as Promise<number>, /no/);
  waiting.shift()?.();
  assert.deepEqual(await Promise.all(later.slice(0, 3)), [6, 8, 10]);
  waiting.shift()?.();
  await refused;
  assert.deepEqual(runs.at(-1), [6]);

  const anew = double(7);
  await Promise.resolve();
  waiting.shift()?.();
  assert.equal(await anew, 14);
});
