// What Oura's records mean.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'vitest';
import { momentOf, timestampAt } from '../../src/adapters/days.js';
import { oura } from '../../src/adapters/oura.js';
import { itemsOf } from './mapping.js';

const page = (...data: object[]) => ({ data, next_token: null });
const night = (more: object = {}) => ({
  id: 'a',
  day: '2026-03-29',
  type: 'long_sleep',
  bedtime_start: '2026-03-28T23:00:00.000+01:00',
  bedtime_end: '2026-03-29T07:00:00.000+02:00',
  light_sleep_duration: 12_000,
  rem_sleep_duration: 5000,
  deep_sleep_duration: 4000,
  awake_time: 4200,
  total_sleep_duration: 20_990,
  ...more,
});
const nights = (...given: object[]) => itemsOf(oura, 'sleep', { answers: { nights: page(...given) } });

describe('oura', () => {
  it('gives a night over a change of clocks the offsets of its two ends', () => {
    const [item] = nights(night());
    assert.equal(item?.item['bedtime_start'], '2026-03-28T23:00:00+01:00');
    assert.equal(item?.item['bedtime_stop'], '2026-03-29T07:00:00+02:00');
    assert.equal(item?.item['timezone_offset'], 7200);
  });

  it.each([
    ['its stages go before its own sum', {}, { total: 21_000, duration: 25_200, efficiency: 0.833 }],
    [
      'no stages',
      { light_sleep_duration: null, rem_sleep_duration: null, deep_sleep_duration: null },
      { total: 20_990, light: null, rem: null, deep: null, duration: 25_190 },
    ],
    ['zero is not missing', { latency: 0, average_hrv: 0 }, { latency: 0, average_hrv: 0 }],
    [
      'what is missing',
      {},
      { latency: null, score: null, hr_lowest: null, average_hrv: null, respiratory_rate: null },
    ],
    ['no type', { type: null }, { total: 21_000 }],
  ])('maps a night: %s', (_, more, expected) => {
    const { item } = nights(night(more))[0]!;
    for (const [field, value] of Object.entries(expected)) assert.equal(item[field], value, field);
  });

  it.each(['deleted', 'rest', 'sleep', 'late_nap'])('takes sleep of the type %s for no night', (type) => {
    assert.deepEqual(nights(night({ type })), []);
    assert.deepEqual(
      itemsOf(oura, 'sleep_cycle', { answers: { nights: page(night({ type, sleep_phase_5_min: '42' })) } }),
      [],
    );
  });

  it('keeps the longest of a day’s main nights', () => {
    const short = night({ id: 'b', light_sleep_duration: 100 });
    assert.deepEqual(
      nights(short, night(), short).map(({ id }) => id),
      ['a'],
    );
  });

  it('drops a night of which nobody knows how long the person slept', () => {
    assert.deepEqual(
      nights({
        ...night(),
        light_sleep_duration: null,
        rem_sleep_duration: null,
        deep_sleep_duration: null,
        total_sleep_duration: null,
      }),
      [],
    );
  });

  it('joins digits of the same stage, ends with the night, and leaves out what it does not know', () => {
    const given = night({
      bedtime_end: '2026-03-28T23:22:00.000+01:00',
      sleep_phase_5_min: '42219',
      sleep_phase_30_sec: null,
    });
    const [course] = itemsOf(oura, 'sleep_cycle', { answers: { nights: page(given) } });
    assert.deepEqual(course?.item['stage_type'], ['awake', 'light', 'deep']);
    assert.deepEqual(course?.item['stage_start_offset_second'], [0, 300, 900]);
    assert.deepEqual(course?.item['stage_end_offset_second'], [300, 900, 1200]);
    const [short] = itemsOf(oura, 'sleep_cycle', {
      answers: { nights: page({ ...given, sleep_phase_5_min: '44444' }) },
    });
    assert.deepEqual(short?.item['stage_end_offset_second'], [1320]);
    assert.deepEqual(itemsOf(oura, 'sleep_cycle', { answers: { nights: page(night()) } }), []);
  });

  it('covers a night with stretches that follow each other', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[1-4]{1,1000}$/), (digits) => {
        const bedtime_end = timestampAt(momentOf('2026-03-28T23:00:00+01:00') + digits.length * 30_000, 3600);
        const given = night({ bedtime_end, sleep_phase_30_sec: digits });
        const [course] = itemsOf(oura, 'sleep_cycle', { answers: { nights: page(given) } });
        const starts = course?.item['stage_start_offset_second'] as number[];
        const ends = course?.item['stage_end_offset_second'] as number[];
        assert.deepEqual([0, ...ends.slice(0, -1)], starts);
        assert.equal(ends.at(-1), digits.length * 30);
      }),
    );
  });

  it.each([
    ['the day’s own', { '2026-03-01': '+01:00' }, '2026-03-01T21:30:00+01:00'],
    // With the offset of the day before, the moment would fall on a day with another offset.
    [
      'that of the day after a flight',
      { '2026-03-01': '+05:00', '2026-03-02': '+09:00' },
      '2026-03-02T05:30:00+09:00',
    ],
    [
      'that of the day before',
      { '2026-02-28': '-23:00', '2026-03-01': '+05:00' },
      '2026-02-28T21:30:00-23:00',
    ],
    ['of no day that had it', { '2026-03-01': '+05:00' }, '2026-03-01T20:30:00Z'],
  ])('takes for a heart rate the clock that is %s', (_, clocks, expected) => {
    const activities = page(
      ...Object.entries(clocks).map(([day, clock]) => ({ day, timestamp: `${day}T04:00:00${clock}` })),
    );
    const beats = page({ timestamp: '2026-03-01T20:30:00.000Z', bpm: 60 });
    const [item] = itemsOf(oura, 'heartrate', { answers: { beats, activities } });
    assert.equal(item?.item['timestamp'], expected);
  });

  it('takes the person’s zone, or else UTC, for heart rates of a day without movement', () => {
    const beats = page({ timestamp: '2026-03-01T23:30:00.000Z', bpm: 60 });
    const of = (timezone: string | null) => itemsOf(oura, 'heartrate', { answers: { beats }, timezone })[0];
    assert.equal(of('Asia/Kolkata')?.item['timestamp'], '2026-03-02T05:00:00+05:30');
    assert.equal(of(null)?.day, '2026-03-01');
  });
});
