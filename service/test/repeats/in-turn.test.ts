// Repeats that arrive at one process at the same moment.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, it, vi } from 'vitest';
import type { Db } from '../../src/db/index.js';
import { inTurn } from '../../src/repeats/in-turn.js';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

// No query is sent to it: it only identifies the work in progress.
const database = () => ({}) as Db;
function gate(): { readonly opened: Promise<void>; open(): void } {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open: () => open() };
}

it('begin one after the other, also after one that failed', async () => {
  const [db, first] = [database(), gate()];
  const begun: number[] = [];
  let atOnce = 0;
  const work = (number: number) => async () => {
    begun.push(number);
    assert.equal(++atOnce, 1);
    if (number === 1) await first.opened;
    atOnce--;
    if (number === 2) throw new Error('the second fails');
    return number;
  };
  const all = Promise.allSettled([1, 2, 3, 4].map((number) => inTurn(db, 'key', work(number))));
  await inTurn(db, 'another key', () => Promise.resolve());
  await inTurn(database(), 'key', () => Promise.resolve());
  assert.deepEqual(begun, [1]);
  first.open();
  const ended = await all;
  assert.deepEqual(begun, [1, 2, 3, 4]);
  assert.deepEqual(
    ended.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled', 'fulfilled'],
  );
});

it('are told to come again after ten seconds, while the first goes on', async () => {
  const [db, first] = [database(), gate()];
  const done = inTurn(db, 'key', () => first.opened.then(() => 'done'));
  const waits = inTurn(db, 'key', () => Promise.resolve('early'));
  const told = assert.rejects(waits, { status: 503 });
  await vi.advanceTimersByTimeAsync(10_000);
  await told;
  first.open();
  assert.equal(await done, 'done');
  assert.equal(await inTurn(db, 'key', () => Promise.resolve('next')), 'next');
});
