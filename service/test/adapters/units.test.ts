import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'vitest';
import * as units from '../../src/adapters/units.js';

type Scale = (value: number | null | undefined) => number | null;

/** `from` of the unit equal `to` of the unit that the function returns. */
const scales: readonly [name: string, scale: Scale, from: number, to: number][] = [
  ['kilojoules', units.kilocaloriesOfKilojoules, 4.184, 1],
  ['joules', units.kilocaloriesOfJoules, 4184, 1],
  ['millimeters', units.metersOfMillimeters, 1000, 1],
  ['grams', units.kilogramsOfGrams, 1000, 1],
  ['pounds', units.kilogramsOfPounds, 1, 0.45359237],
  ['meters', units.centimetersOfMeters, 1, 100],
  ['inches', units.centimetersOfInches, 1, 2.54],
  ['milliseconds', units.secondsOfMilliseconds, 1000, 1],
  ['minutes', units.secondsOfMinutes, 1, 60],
  ['seconds', units.minutesOfSeconds, 60, 1],
  ['percent', units.shareOfPercent, 100, 1],
];

const near = (actual: number | null, expected: number) =>
  assert.ok(
    actual !== null && Math.abs(actual - expected) <= 1e-9 * Math.max(1, Math.abs(expected)),
    `${actual} is not ${expected}`,
  );
const amount = fc.double({ min: -1e9, max: 1e9, noNaN: true });

describe('units', () => {
  it.each(scales)(
    'scale %s in proportion, and leave zero and what is missing as they are',
    (_, scale, from, to) => {
      near(scale(from), to);
      assert.equal(scale(0), 0);
      for (const missing of [null, undefined, Number.NaN, Infinity]) assert.equal(scale(missing), null);
      fc.assert(fc.property(amount, (value) => near(scale(value), (value / from) * to)));
    },
  );

  it('round to digits, without the last bits of a calculation', () => {
    assert.equal(units.rounded(72.351 * 1.1, 2), 79.59);
    assert.equal(units.rounded(0.1 + 0.2, 3), 0.3);
    assert.equal(units.rounded(2.5), 3);
    assert.equal(units.rounded(0, 2), 0);
    for (const missing of [null, undefined, Number.NaN]) assert.equal(units.rounded(missing), null);
    fc.assert(
      fc.property(
        fc.double({ min: -1e6, max: 1e6, noNaN: true }),
        fc.integer({ min: 0, max: 4 }),
        (value, digits) => {
          const once = units.rounded(value, digits);
          near(units.rounded(once, digits), once ?? Number.NaN);
          assert.ok(Math.abs((once ?? Number.NaN) - value) <= 0.5000001 * 10 ** -digits);
        },
      ),
    );
  });

  it.each([
    [12, 12],
    ['12.5', 12.5],
    [' -3 ', -3],
    ['1e3', 1000],
    ['.5', 0.5],
    ['7.', 7],
    ['', null],
    [' ', null],
    ['12 kg', null],
    ['0x10', null],
    ['1,5', null],
    ['NaN', null],
    [Infinity, null],
    [null, null],
    [undefined, null],
    [true, null],
    [['5'], null],
  ])('read the number in %j as %j', (value, expected) => {
    assert.equal(units.numberOf(value), expected);
  });

  it('read every number that was written as text', () => {
    fc.assert(fc.property(amount, (value) => assert.equal(units.numberOf(String(value)), value + 0)));
  });

  it.each([
    ['PT1H2M3.5S', 3723.5],
    ['PT2H44M', 9840],
    ['PT0S', 0],
    ['P1DT1S', 86_401],
    ['P2W', 1_209_600],
    ['PT90M', 5400],
    ['P', null],
    ['PT', null],
    ['1H', null],
    ['P1Y', null],
    ['P1M', null],
    ['-PT1H', null],
    ['PT1.2.3S', null],
    ['', null],
    [null, null],
    [undefined, null],
  ])('read the ISO 8601 duration %j as %j seconds', (text, seconds) => {
    assert.equal(units.secondsOfIsoDuration(text), seconds);
  });

  it.each([
    ['1830s', 1830],
    ['-3.5s', -3.5],
    ['0s', 0],
    ['7200', null],
    ['s', null],
    ['1m', null],
    [null, null],
  ])('read the duration %j of protocol buffers as %j seconds', (text, seconds) => {
    assert.equal(units.secondsOfProtobufDuration(text), seconds);
  });
});
