import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import { keyedTurns } from '../../src/work/index.js';

describe('tasks of the same key', () => {
  it('run one after another, also after one that failed, and do not wait for other keys', async () => {
    const inTurn = keyedTurns();
    const done: string[] = [];
    const fails: (() => void)[] = [];
    const first = inTurn('a', () => new Promise((_resolve, reject) => fails.push(() => reject(new Error()))));
    const second = inTurn('a', async () => done.push('second'));
    const third = inTurn('a', async () => done.push('third'));
    await inTurn('b', async () => done.push('other'));
    assert.deepEqual(done, ['other']);
    fails[0]?.();
    await assert.rejects(first);
    assert.deepEqual(await Promise.all([second, third]), [2, 3]);
    assert.deepEqual(done, ['other', 'second', 'third']);
    assert.equal(await inTurn('a', async () => done.push('later')), 4);
  });
});
