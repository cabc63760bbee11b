import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import { createOpener, lacking, openedOrLogged, Unreadable } from '../../src/crypto/index.js';

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

describe('the values of background work', () => {
  const open = (act: () => string) => {
    const logged: unknown[] = [];
    const log = { error: (fields: unknown, words?: string) => void logged.push(fields, words) };
    return [openedOrLogged(log, { row_id: 'one' }, 'a stored day', act), ...logged];
  };

  it('are left out and logged if they cannot be read, as a lost key only if it is one', () => {
    assert.deepEqual(
      open(() => 'text'),
      ['text'],
    );
    for (const [err, words] of [
      [new Unreadable(), 'a stored day cannot be read with this key'],
      [new TypeError('a fault of the code'), 'a stored day cannot be read'],
    ] as const)
      assert.deepEqual(
        open(() => {
          throw err;
        }),
        [undefined, { err, row_id: 'one' }, words],
      );
  });
});
