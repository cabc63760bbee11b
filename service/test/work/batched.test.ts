import assert from 'node:assert/strict';
import { it } from 'vitest';
import { setImmediate as turn } from 'node:timers/promises';
import { batched, batchedBy } from '../../src/work/batched.js';

it('calls at the same time share one run, and calls during it share the next', async () => {
  const runs: (readonly number[])[] = [];
  const waiting: (() => void)[] = [];
  const double = batched(3, async (items: readonly number[]) => {
    runs.push(items);
    await new Promise<void>((resolve) => waiting.push(resolve));
    if (items.includes(6)) throw new Error('no');
    return items.map((item) => item * 2);
  });
  const first = [double(1), double(2)];
  await turn();
  assert.deepEqual(runs, [[1, 2]]);
  const later = [3, 4, 5, 6].map(double);
  waiting.shift()?.();
  assert.deepEqual(await Promise.all(first), [2, 4]);
  await turn();
  assert.deepEqual(runs, [
    [1, 2],
    [3, 4, 5],
  ]);
  const refused = assert.rejects(later[3] as Promise<number>, /no/);
  waiting.shift()?.();
  assert.deepEqual(await Promise.all(later.slice(0, 3)), [6, 8, 10]);
  await turn();
  waiting.shift()?.();
  await refused;
  assert.deepEqual(runs.at(-1), [6]);

  const anew = double(7);
  await turn();
  waiting.shift()?.();
  assert.equal(await anew, 14);
});

it('calls in separate turns share one run if nothing else happens between them', async () => {
  const runs: (readonly number[])[] = [];
  // Answers like PGlite, without a turn of the event loop.
  const ask = batched(10, (items: readonly number[]) => {
    runs.push(items);
    return Promise.resolve(items);
  });
  const comes = async (item: number) => {
    await turn();
    return ask(item);
  };
  assert.deepEqual(await Promise.all([1, 2, 3].map(comes)), [1, 2, 3]);
  assert.deepEqual(runs, [[1, 2, 3]]);
});

it('a slow key keeps no other key waiting', async () => {
  let release = (): void => {};
  const slow = new Promise<void>((resolve) => (release = resolve));
  const runs: string[] = [];
  const ask = batchedBy(10, async (key: string, items: readonly number[]) => {
    runs.push(`${key} ${items.join()}`);
    if (key === 'slow') await slow;
    return items;
  });
  const held = [ask('slow', 1), ask('slow', 2)];
  assert.deepEqual(await Promise.all([ask('quick', 3), ask('quick', 4)]), [3, 4]);
  assert.equal(await ask('quick', 5), 5);
  const behind = ask('slow', 6);
  release();
  assert.deepEqual(await Promise.all([...held, behind]), [1, 2, 6]);
  assert.deepEqual(runs, ['slow 1,2', 'quick 3,4', 'quick 5', 'slow 6']);
});
