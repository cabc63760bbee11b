import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import { whileMore } from '../../src/work/index.js';

describe('work that is repeated while there is more', () => {
  it('ends with the first part that leaves nothing', async () => {
    const answers = [true, true, false, true];
    let parts = 0;
    await whileMore(async () => answers[parts++] ?? false, 60_000);
    assert.equal(parts, 3);
  });

  it('begins no part after its time is over, or once it has to stop', async () => {
    let parts = 0;
    await whileMore(async () => ++parts > 0, 0);
    assert.equal(parts, 1);
    await whileMore(
      async () => ++parts > 0,
      60_000,
      () => parts < 5,
    );
    assert.equal(parts, 5);
  });
});
