// Each rule of the interface is covered by a test, and each comment that names a rule names an existing one.
import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import { readMarks, rules } from '../contract/held-rules.mjs';
import { notHeldYet } from '../contract/interface-rules.mjs';

describe('the rules of the interface', () => {
  const marks = readMarks();
  const numbers = new Set(rules.map(({ number }) => number));

  it('are those that the comments above tests name', () => {
    assert.deepEqual(
      [...marks.keys(), ...notHeldYet].filter((number) => !numbers.has(number)),
      [],
    );
  });

  it('each have a test, or are known to need one', () => {
    assert.deepEqual(
      [...numbers].filter((number) => !marks.has(number) && !notHeldYet.has(number)),
      [],
    );
    assert.deepEqual(
      [...notHeldYet].filter((number) => marks.has(number)),
      [],
      'held by now',
    );
  });
});
