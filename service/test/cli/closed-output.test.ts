import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import { runCommand } from '../support/child-service.js';

describe('a command whose output nobody reads any more', () => {
  // As with `svc-service providers list | head -1`.
  it('goes on to its end without a word', async () => {
    const { code, err } = await runCommand(['providers', 'list'], { DATA_DIR: '/nowhere' }, 'closes');

    assert.deepEqual({ code, err }, { code: 0, err: '' });
  });
});
