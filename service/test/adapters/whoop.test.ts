// What WHOOP's records mean.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'vitest';
import { whoop } from '../../src/adapters/whoop.js';
import { itemsOf } from './mapping.js';

const page = (...records: object[]) => ({ records });
const stages = {
  total_in_bed_time_milli: 30_272_735,
  total_awake_time_milli: 1_403_507,
  total_no_data_time_milli: 600_000,
  total_light_sleep_time_milli: 14_905_851,
  total_slow_wave_sleep_time_milli: 6_630_370,
  total_rem_sleep_time_milli: 5_879_573,
};
const sleep = (more: object = {}, score: object | undefined = {}) => ({
  id: 'ecfc6a15-4661-442f-a9a4-f160dd7afae8',
  start: '2026-03-28T22:00:00.000Z',
  end: '2026-03-29T06:25:00.000Z',
  timezone_offset: '+02:00',
  nap: false,
  score_state: 'SCORED',
  score: { stage_summary: stages, ...score },
  ...more,
});
const nights = (sleeps: object[], recoveries: object[] = []) =>
  itemsOf(whoop, 'sleep', { answers: { sleeps: page(...sleeps), recoveries: page(...recoveries) } });
const cycle = (start: string, end: string | undefined, more: object = {}) => ({
  id: 93845,
  start,
  ...(end !== undefined && { end }),
  timezone_offset: '+01:00',
  score_state: 'SCORED',
  score: { strain: 5, kilojoule: 8368, average_heart_rate: 68, max_heart_rate: 141 },
  ...more,
});
const cycles = (...records: object[]) =>
  itemsOf(whoop, 'activity', { answers: { cycles: page(...records) } });

describe('whoop', () => {
  it('sums up stages in seconds, and leaves out time without data', () => {
    const [night] = nights(
      [sleep({}, { respiratory_rate: 16.11328125, sleep_performance_percentage: 0 })],
      [
        {
          cycle_id: 1,
          sleep_id: 'ecfc6a15-4661-442f-a9a4-f160dd7afae8',
          score: { hrv_rmssd_milli: 31.813562, resting_heart_rate: 64 },
        },
      ],
    );
    assert.deepEqual(night, {
      day: '2026-03-29',
      id: 'ecfc6a15-4661-442f-a9a4-f160dd7afae8',
      item: {
        calendar_date: '2026-03-29',
        timezone_offset: 7200,
        bedtime_start: '2026-03-29T00:00:00+02:00',
        bedtime_stop: '2026-03-29T08:25:00+02:00',
        light: 14_906,
        deep: 6630,
        rem: 5880,
        awake: 1404,
        total: 27_416,
        duration: 28_820,
        efficiency: 0.951,
        latency: null,
        score: 0,
        hr_lowest: null,
        hr_average: null,
        average_hrv: 31.8,
        respiratory_rate: 16.11,
      },
    });
  });

  it.each([
    ['a nap', sleep({ nap: true })],
    ['a night that is not scored yet', sleep({ score: undefined, score_state: 'PENDING_SCORE' })],
    ['a night that cannot be scored', sleep({ score: null, score_state: 'UNSCORABLE' })],
    [
      'a night of which WHOOP saw nothing',
      sleep({ score: { stage_summary: { total_no_data_time_milli: 3_600_000 } } }),
    ],
  ])('makes nothing of %s', (_, record) => {
    assert.deepEqual(nights([record]), []);
  });

  it('keeps the longest of a day’s nights, whatever their order', () => {
    const short = sleep({ id: 'b' }, { stage_summary: { ...stages, total_light_sleep_time_milli: 1000 } });
    assert.deepEqual(
      nights([short, sleep()]).map(({ id }) => id),
      ['ecfc6a15-4661-442f-a9a4-f160dd7afae8'],
    );
    assert.deepEqual(
      nights([sleep(), short]).map(({ id }) => id),
      ['ecfc6a15-4661-442f-a9a4-f160dd7afae8'],
    );
  });

  it.each([
    ['begins before midnight', cycle('2026-03-01T22:00:00Z', '2026-03-02T22:30:00Z'), '2026-03-02'],
    ['begins after midnight', cycle('2026-03-02T00:30:00Z', '2026-03-02T22:00:00Z'), '2026-03-02'],
    ['goes on', cycle('2026-03-01T22:00:00Z', undefined), '2026-03-02'],
    [
      'is far ahead of UTC',
      cycle('2026-03-01T08:00:00Z', '2026-03-02T08:00:00Z', { timezone_offset: '+13:00' }),
      '2026-03-02',
    ],
    [
      'is at UTC',
      cycle('2026-03-01T22:00:00Z', '2026-03-02T22:00:00Z', { timezone_offset: 'Z' }),
      '2026-03-02',
    ],
  ])('gives a cycle that %s the day of its middle', (_, record, day) => {
    const [item] = cycles(record);
    assert.deepEqual([item?.day, item?.id, item?.item['calories_total']], [day, day, 2000]);
  });

  it('gives a day one cycle, the longest, and none that is not scored', () => {
    const long = cycle('2026-03-02T02:00:00Z', '2026-03-02T22:00:00Z');
    const short = cycle('2026-03-01T23:00:00Z', '2026-03-02T02:00:00Z', {
      id: 2,
      score: { kilojoule: 418.4 },
    });
    assert.deepEqual(
      cycles(short, long).map(({ item }) => item['calories_total']),
      [2000],
    );
    assert.deepEqual(
      cycles(long, short).map(({ item }) => item['calories_total']),
      [2000],
    );
    assert.deepEqual(cycles(cycle('2026-03-02T02:00:00Z', undefined, { score: undefined })), []);
  });

  it('gives cycles that follow each other days that follow each other, if nobody stays up for a day', () => {
    const lengths = fc.array(fc.integer({ min: 20 * 60, max: 27 * 60 }), { minLength: 2, maxLength: 20 });
    fc.assert(
      fc.property(lengths, (minutes) => {
        let at = Date.parse('2026-03-01T22:00:00Z');
        const records = minutes.map((length, id) => {
          const start = new Date(at).toISOString();
          at += length * 60_000;
          return cycle(start, new Date(at).toISOString(), { id });
        });
        const found = cycles(...records);
        const ids = found.map(({ day }) => day);
        assert.equal(new Set(ids).size, ids.length);
        assert.deepEqual(ids, ids.toSorted());
      }),
    );
  });

  it('shows a workout before it is scored', () => {
    const workout = {
      id: 'w',
      start: '2026-03-01T23:30:00Z',
      end: '2026-03-02T00:30:00Z',
      timezone_offset: '+05:30',
      sport_name: 'hiking-rucking',
      score_state: 'PENDING_SCORE',
    };
    const [item] = itemsOf(whoop, 'workouts', { answers: { workouts: page(workout) } });
    assert.equal(item?.day, '2026-03-02');
    assert.deepEqual(item?.item['sport'], { slug: 'hiking_rucking', name: 'Hiking rucking' });
    assert.equal(item?.item['time_start'], '2026-03-02T05:00:00+05:30');
    for (const field of ['calories', 'distance', 'average_hr', 'moving_time'])
      assert.equal(item?.item[field], null, field);
  });

  it('refuses an answer that is not as documented', () => {
    for (const broken of [
      sleep({ timezone_offset: 'Berlin' }),
      sleep({ start: 'yesterday' }),
      sleep({ id: 7 }),
    ])
      assert.throws(() => nights([broken]));
    assert.throws(() => itemsOf(whoop, 'sleep', { answers: { sleeps: { data: [] } } }));
  });
});
