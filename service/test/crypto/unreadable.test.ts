import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import { createOpener, lacking, Unreadable } from '../../src/crypto/index.js';

function opener() {
  const logged: unknown[] = [];
  const log = { error: (fields: unknown) => void logged.push(fields) };
  return { ...createOpener({ log }), logged };
}

describe('the values of an answer', () => {
  it('are listed and logged if they cannot be decrypted, and the others are returned', () => {
    const values = opener();
    const error = new Unreadable();
    assert.equal(
      values.opened('event', 'one', () => {
        throw error;
      }),
      undefined,
    );
    assert.equal(
      values.opened('event', 'two', () => 'text'),
      'text',
    );
    assert.deepEqual(lacking(values), { unreadable: [{ table: 'event', row: 'one' }] });
    assert.deepEqual(values.logged, [{ err: error, table: 'event', row: 'one' }]);
  });

  it('end the answer with any other error, which says nothing about keys', () => {
    const values = opener();
    const error = new TypeError('a fault of the code');
    assert.throws(
      () =>
        values.opened('event', 'one', () => {
          throw error;
        }),
      (thrown) => thrown === error,
    );
    assert.deepEqual(lacking(values), {});
    assert.deepEqual(values.logged, []);
  });
});
