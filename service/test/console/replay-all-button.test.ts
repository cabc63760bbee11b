import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import { replayAllButton } from '../../console/views/replay-all-button.js';

/** Whether the button looks enabled, and whether a press has an effect. */
function pressed(isOff: boolean, sent: number | undefined): readonly unknown[] {
  let presses = 0;
  const [isDisabled, click, text] = replayAllButton({ isOff, sent, press: () => presses++ }).values;
  assert.ok(typeof click === 'function');
  click();
  return [isDisabled, presses, text];
}

describe('the button that sends all again that failed', () => {
  it('does nothing while the webhook is disabled', () => {
    assert.deepEqual(pressed(false, undefined), [false, 1, 'Replay all failed']);
    assert.deepEqual(pressed(true, undefined), [true, 0, 'Replay all failed']);
  });

  it('stops what is under way, even if the webhook was disabled meanwhile', () => {
    assert.deepEqual(pressed(false, 2), [false, 1, 'Stop: 2 sent again']);
    assert.deepEqual(pressed(true, 0), [false, 1, 'Stop: 0 sent again']);
  });
});
