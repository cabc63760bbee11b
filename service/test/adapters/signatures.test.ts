import { expect, it } from 'vitest';
import { hmacSha256, isRecent, isSameSecret } from '../../src/adapters/signatures.js';

it('signs as RFC 4231 says', () => {
  const signature = hmacSha256('Jefe', 'what do ya want for nothing?', 'hex');
  expect(signature).toBe('5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843');
  expect(hmacSha256('Jefe', 'what do ya want for nothing?', 'base64')).toBe(
    Buffer.from(signature, 'hex').toString('base64'),
  );
});

it('tells secrets apart, of any length', () => {
  expect(isSameSecret('one', 'one')).toBe(true);
  expect(isSameSecret('one', 'two')).toBe(false);
  expect(isSameSecret('one', 'one more')).toBe(false);
  expect(isSameSecret('', '')).toBe(true);
});

it.each([
  ['1772366400', true],
  ['1772366400000', true],
  ['1772366100', true],
  ['1772366700', true],
  ['1772366099', false],
  ['1772366701', false],
  ['1772366700001', false],
  ['1772366400.5', false],
  ['2026-03-01T12:00:00Z', false],
  ['', false],
  [null, false],
])('takes the time %j for a recent one: %j', (time, expected) => {
  expect(isRecent(time, new Date('2026-03-01T12:00:00Z'))).toBe(expected);
});
