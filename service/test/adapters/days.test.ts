import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'vitest';
import {
  beginningOf,
  dayAt,
  momentOf,
  momentOfLocal,
  offsetOfTimestamp,
  offsetOfZone,
  offsetOnDay,
  timestampAt,
} from '../../src/adapters/days.js';

const hour = 3600;
const utc = (text: string): number => Date.parse(`${text}Z`);
/** Whole seconds from 1990 to 2060. */
const moment = fc.integer({ min: 631_152_000, max: 2_840_140_800 }).map((seconds) => seconds * 1000);
/** Offsets that clocks have had: from 12 hours behind to 14 ahead, in quarters of an hour. */
const offset = fc.integer({ min: -48, max: 56 }).map((quarters) => quarters * 900);
const zone = fc.constantFrom(
  'Europe/Berlin',
  'America/New_York',
  'America/St_Johns',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Pacific/Kiritimati',
  'UTC',
);

describe('days', () => {
  it.each([
    ['2026-03-01T23:30:00', 0, '2026-03-01'],
    ['2026-03-01T23:30:00', hour, '2026-03-02'],
    ['2026-03-01T00:10:00', -hour, '2026-02-28'],
    ['2024-02-29T12:00:00', 14 * hour, '2024-03-01'],
    ['2026-12-31T23:59:59', 0, '2026-12-31'],
    ['2026-12-31T18:29:59', 5.5 * hour, '2026-12-31'],
    ['2026-12-31T18:30:00', 5.5 * hour, '2027-01-01'],
  ])('%sZ is, %d seconds ahead of UTC, on %s', (text, ahead, day) => {
    assert.equal(dayAt(utc(text), ahead), day);
  });

  it.each([
    ['2026-03-01T00:00:00Z', 0],
    ['2026-03-01T00:00:00z', 0],
    ['2026-03-01T00:00:00+02:00', 2 * hour],
    ['2026-03-01T00:00:00.000+0530', 5.5 * hour],
    ['2026-03-01T00:00:00-03:30', -3.5 * hour],
    ['-05:00', -5 * hour],
    ['2026-03-01T00:00:00', null],
    ['2026-03-01', null],
    ['', null],
  ])('the clock of %s is %j seconds ahead', (text, expected) => {
    assert.equal(offsetOfTimestamp(text), expected);
  });

  it('reads moments with an offset only', () => {
    assert.equal(momentOf('2026-03-01T01:00:00+02:00'), utc('2026-02-28T23:00:00'));
    assert.equal(momentOf('2026-03-01T01:00:00.250+0200'), utc('2026-02-28T23:00:00') + 250);
    for (const text of ['2026-03-01T01:00:00', '2026-03-01', 'soon', '', '2026-13-01T00:00:00Z'])
      assert.throws(() => momentOf(text), RangeError, text);
  });

  it('reads local times without an offset only', () => {
    assert.equal(momentOfLocal('2026-03-01T01:00:00', 2 * hour), utc('2026-02-28T23:00:00'));
    assert.equal(momentOfLocal('2026-03-01 01:00', -hour), utc('2026-03-01T02:00:00'));
    for (const text of ['2026-03-01T01:00:00Z', '2026-03-01T01:00:00+02:00', '2026-03-01', 'soon', ''])
      assert.throws(() => momentOfLocal(text, 0), RangeError, text);
  });

  it('writes moments that are read as the same moment, offset and day', () => {
    fc.assert(
      fc.property(moment, offset, (at, ahead) => {
        const text = timestampAt(at, ahead);
        assert.equal(momentOf(text), at);
        assert.equal(offsetOfTimestamp(text), ahead);
        assert.equal(text.slice(0, 10), dayAt(at, ahead));
        assert.equal(momentOfLocal(text.replace(/(Z|[-+]\d\d:\d\d)$/, ''), ahead), at);
      }),
    );
  });

  it.each([
    ['Europe/Berlin', '2026-03-29T00:59:59', hour],
    ['Europe/Berlin', '2026-03-29T01:00:00', 2 * hour],
    ['Europe/Berlin', '2026-10-25T00:59:59', 2 * hour],
    ['Europe/Berlin', '2026-10-25T01:00:00', hour],
    ['America/New_York', '2026-03-08T07:00:00', -4 * hour],
    ['Asia/Kathmandu', '2026-01-01T00:00:00', 5.75 * hour],
    ['Australia/Lord_Howe', '2026-01-01T00:00:00', 11 * hour],
    ['Australia/Lord_Howe', '2026-07-01T00:00:00', 10.5 * hour],
    ['UTC', '2026-07-01T00:00:00', 0],
  ])('clocks in %s at %sZ are %d seconds ahead', (name, text, expected) => {
    assert.equal(offsetOfZone(name, utc(text)), expected);
  });

  it('knows no offset of a zone that there is not', () => {
    for (const name of [null, '', 'Berlin', 'Europe/Atlantis'])
      assert.equal(offsetOfZone(name, 0), null, name ?? 'null');
    assert.equal(offsetOnDay(null, '2026-03-29'), null);
  });

  it('takes the offset of a day from its noon, after its clocks have changed', () => {
    assert.equal(offsetOnDay('Europe/Berlin', '2026-03-28'), hour);
    assert.equal(offsetOnDay('Europe/Berlin', '2026-03-29'), 2 * hour);
    assert.equal(offsetOnDay('Europe/Berlin', '2026-10-25'), hour);
  });

  it.each([
    ['2026-03-29', 'Europe/Berlin', '2026-03-28T23:00:00', hour],
    ['2026-03-30', 'Europe/Berlin', '2026-03-29T22:00:00', 2 * hour],
    ['2026-03-29', null, '2026-03-29T00:00:00', null],
    ['2026-03-29', 'Europe/Atlantis', '2026-03-29T00:00:00', null],
    ['2026-03-29', 'Pacific/Kiritimati', '2026-03-28T10:00:00', 14 * hour],
    // Midnight is skipped: the day starts at one o'clock.
    ['2026-09-06', 'America/Santiago', '2026-09-06T04:00:00', -3 * hour],
    ['2026-04-24', 'Africa/Cairo', '2026-04-23T22:00:00', 3 * hour],
    // The hour before midnight happens twice.
    ['2026-04-05', 'America/Santiago', '2026-04-05T04:00:00', -4 * hour],
    ['2026-10-30', 'Africa/Cairo', '2026-10-29T22:00:00', 2 * hour],
  ])('the first moment of %s in %s is %sZ', (day, name, text, offset) => {
    assert.deepEqual(beginningOf(day, name), { at: utc(text), offset });
  });

  it('gives the date that a zone has at a moment, as the calendar of the zone shows it', () => {
    fc.assert(
      fc.property(moment, zone, (at, name) => {
        const ahead = offsetOfZone(name, at);
        assert.ok(ahead !== null);
        const shown = new Intl.DateTimeFormat('en-CA', {
          timeZone: name,
          year: 'numeric',
          month: '2-digit',
          day: '2-digit',
        });
        assert.equal(dayAt(at, ahead), shown.format(at));
      }),
    );
  });
});
