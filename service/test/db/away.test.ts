import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import { isDatabaseAway } from '../../src/db/away.js';

const failed = (code: string): Error => Object.assign(new Error('failed'), { code });

describe('a database that is away', () => {
  it('is one that refuses work for now, so that a repeat may succeed', () => {
    const readOnly = '25006';
    const [diskFull, outOfMemory, tooManyConnections, ioError] = ['53100', '53200', '53300', '58030'];
    for (const state of [readOnly, diskFull, outOfMemory, tooManyConnections, ioError, '57P03', '08P01'])
      assert.ok(isDatabaseAway(failed(state)), state);
  });

  it('is not one that refuses this statement', () => {
    for (const state of ['22P02', '23505', '42P01', '40001'])
      assert.ok(!isDatabaseAway(failed(state)), state);
  });
});
