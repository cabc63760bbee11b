// What Polar's records mean.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'vitest';
import { polar } from '../../src/adapters/polar.js';
import { itemsOf } from './mapping.js';

describe('Polar: what records mean', () => {
  const night = {
    polar_user: 'https://www.polaraccesslink/v3/users/1',
    date: '2026-03-29',
    sleep_start_time: '2026-03-28T23:30:00+01:00',
    sleep_end_time: '2026-03-29T08:00:00+02:00',
    light_sleep: 12_000,
    deep_sleep: 5000,
    rem_sleep: 6000,
    unrecognized_sleep_stage: 1000,
    total_interruption_duration: 3000,
    sleep_score: 80,
    heart_rate_samples: { '00:41': 54, '00:46': 49, '00:51': null },
  };
  const sleepOf = (changes: object, recharges: readonly object[] = []) =>
    itemsOf(polar, 'sleep', {
      answers: { nights: { nights: [{ ...night, ...changes }] }, recharges: { recharges } },
    });

  it('keeps the stages of a night over a change of clocks, and leaves out what was not recognized', () => {
    const recharge = {
      date: '2026-03-29',
      heart_rate_avg: 52,
      heart_rate_variability_avg: 61,
      breathing_rate_avg: 14.1,
    };
    assert.deepEqual(sleepOf({}, [recharge, { ...recharge, date: '2026-03-28', heart_rate_avg: 99 }]), [
      {
        day: '2026-03-29',
        id: '2026-03-29',
        item: {
          calendar_date: '2026-03-29',
          timezone_offset: 7200,
          bedtime_start: '2026-03-28T23:30:00+01:00',
          bedtime_stop: '2026-03-29T08:00:00+02:00',
          duration: 26_000,
          total: 23_000,
          awake: 3000,
          light: 12_000,
          rem: 6000,
          deep: 5000,
          latency: null,
          efficiency: 0.885,
          score: 80,
          hr_lowest: 49,
          hr_average: 52,
          average_hrv: 61,
          respiratory_rate: 14.1,
        },
      },
    ]);
  });

  const none = { light_sleep: undefined, deep_sleep: undefined, rem_sleep: undefined };
  const zero = { light_sleep: 0, deep_sleep: 0, rem_sleep: 0 };
  it.each([
    [
      'no stages',
      none,
      { total: 24_000, awake: 3000, light: null, rem: null, deep: null, efficiency: 0.889 },
    ],
    ['only time without a stage', zero, { total: 24_000, light: null, deep: null }],
    ['one stage', { ...none, deep_sleep: 9 }, { total: 9, duration: 3009, light: null, rem: null, deep: 9 }],
    ['a stage of zero', { rem_sleep: 0 }, { total: 17_000, rem: 0 }],
    [
      'no interruptions known',
      { ...none, total_interruption_duration: null },
      { total: 27_000, duration: 27_000, awake: null, efficiency: null },
    ],
    [
      'no score and no heart rate',
      { sleep_score: null, heart_rate_samples: {} },
      { score: null, hr_lowest: null, hr_average: null, average_hrv: null },
    ],
    [
      'a night west of Greenwich',
      { sleep_start_time: '2026-03-29T00:30:00-03:30', sleep_end_time: '2026-03-29T09:00:00-03:30' },
      { timezone_offset: -12_600, bedtime_start: '2026-03-29T00:30:00-03:30' },
    ],
    [
      'a travel night',
      { sleep_end_time: '2026-03-29T15:30:00+09:00' },
      {
        timezone_offset: 32_400,
        bedtime_start: '2026-03-28T23:30:00+01:00',
        bedtime_stop: '2026-03-29T15:30:00+09:00',
      },
    ],
  ])('reads a night with %s', (_, changes, expected) => {
    const [item] = sleepOf(changes);
    assert.ok(item);
    assert.deepEqual({ ...item.item, ...expected }, item.item);
  });

  const course = (hypnogram: object, changes: object = {}) =>
    itemsOf(polar, 'sleep_cycle', {
      answers: {
        nights: {
          nights: [
            {
              ...night,
              sleep_start_time: '2026-03-14T23:39:07+01:00',
              sleep_end_time: '2026-03-15T06:00:37+01:00',
              date: '2026-03-15',
              hypnogram,
              ...changes,
            },
          ],
        },
      },
    });

  it('reads the course of a night over midnight, by what the clock showed', () => {
    const hypnogram = { '23:39': 2, '23:50': 3, '00:10': 5, '00:20': 4, '01:00': 1, '05:59': 0 };
    assert.deepEqual(course(hypnogram), [
      {
        day: '2026-03-15',
        id: '2026-03-15',
        item: {
          calendar_date: '2026-03-15',
          timezone_offset: 3600,
          session_start: '2026-03-14T23:39:07+01:00',
          session_end: '2026-03-15T06:00:37+01:00',
          stage_start_offset_second: [0, 2460, 4860, 22_800],
          stage_end_offset_second: [1860, 4860, 22_800, 22_890],
          stage_type: ['light', 'deep', 'rem', 'awake'],
        },
      },
    ]);
  });

  it('has no course of a night without stages, or in which the clocks changed', () => {
    assert.deepEqual(course({}), []);
    assert.deepEqual(course({ '23:39': 5, '01:00': 0 }), []);
    assert.deepEqual(course({ '23:39': 2 }, { hypnogram: undefined }), []);
    assert.deepEqual(course({ '23:39': 2 }, { sleep_end_time: '2026-03-15T07:00:37+02:00' }), []);
  });

  const activity = {
    start_time: '2026-03-14T08:15:30',
    end_time: '2026-03-14T23:59:59',
    calories: 2500,
    active_calories: 1500,
    steps: 8823,
    distance_from_steps: 4590.53,
  };
  const nothing = { floors_climbed: null, low: null, medium: null, high: null, heart_rate: null };

  it('reads a day of movement, under the day that Polar names', () => {
    const read = (changes: object, timezone: string | null = null) =>
      itemsOf(polar, 'activity', { answers: { activities: [{ ...activity, ...changes }] }, timezone });
    const item = {
      calendar_date: '2026-03-14',
      timezone_offset: null,
      calories_total: 2500,
      calories_active: 1500,
      steps: 8823,
      distance: 4590.53,
      ...nothing,
    };
    assert.deepEqual(read({}), [{ day: '2026-03-14', id: '2026-03-14', item }]);
    assert.deepEqual(
      read({ samples: { date: '2026-03-13', inactivity_stamps: [] } }, 'Europe/Helsinki')[0]?.item,
      { ...item, calendar_date: '2026-03-13', timezone_offset: 7200 },
    );
    assert.deepEqual(read({ steps: 0, calories: undefined, distance_from_steps: null })[0]?.item, {
      ...item,
      steps: 0,
      calories_total: null,
      distance: null,
    });
  });

  const exercise = {
    id: '2AC312F',
    start_time: '2026-03-13T23:40:02',
    start_time_utc_offset: -210,
    duration: 'PT2H44M',
    calories: 530,
    distance: 1600,
    heart_rate: { average: 129, maximum: 147 },
    sport: 'OTHER',
    detailed_sport_info: 'WATERSPORTS_WATERSKI',
  };
  const exercisesOf = (changes: object, timezone: string | null = null) =>
    itemsOf(polar, 'workouts', { answers: { exercises: [{ ...exercise, ...changes }] }, timezone });

  it('reads an exercise, whose time is that of the person’s clock', () => {
    assert.deepEqual(exercisesOf({}), [
      {
        day: '2026-03-13',
        id: '2AC312F',
        item: {
          calendar_date: '2026-03-13',
          timezone_offset: -12_600,
          title: null,
          sport: { slug: 'watersports_waterski', name: 'Watersports waterski' },
          time_start: '2026-03-13T23:40:02-03:30',
          time_end: '2026-03-14T02:24:02-03:30',
          moving_time: null,
          calories: 530,
          distance: 1600,
          total_elevation_gain: null,
          average_hr: 129,
          max_hr: 147,
        },
      },
    ]);
  });

  it.each([
    [
      'no distance and no heart rate',
      { distance: undefined, heart_rate: undefined },
      { distance: null, average_hr: null, max_hr: null },
    ],
    ['a distance of zero', { distance: 0, calories: 0 }, { distance: 0, calories: 0 }],
    [
      'the sport alone',
      { detailed_sport_info: undefined, sport: 'TRAIL_RUNNING' },
      { sport: { slug: 'trail_running', name: 'Trail running' } },
    ],
    [
      'no sport',
      { detailed_sport_info: undefined, sport: undefined },
      { sport: { slug: 'other', name: 'Other' } },
    ],
    [
      'a duration with a fraction',
      { duration: 'PT1M30.500S' },
      { time_end: '2026-03-13T23:41:32.500-03:30' },
    ],
  ])('reads an exercise with %s', (_, changes, expected) => {
    const [item] = exercisesOf(changes);
    assert.ok(item);
    assert.deepEqual({ ...item.item, ...expected }, item.item);
  });

  it('takes the person’s zone if an exercise has no offset, and leaves it out without one', () => {
    const [item] = exercisesOf({ start_time_utc_offset: null }, 'Europe/Helsinki');
    assert.equal(item?.item['time_start'], '2026-03-13T23:40:02+02:00');
    assert.deepEqual(exercisesOf({ start_time_utc_offset: null }), []);
    assert.deepEqual(exercisesOf({ duration: undefined }), []);
  });

  it.each([
    [
      { height: 175, birthday: '1990-01-01', gender: 'MALE' },
      { height: 175, birth_date: '1990-01-01', gender: 'male' },
    ],
    [{ gender: 'FEMALE' }, { height: null, birth_date: null, gender: 'female' }],
    [{ gender: 'UNKNOWN' }, { height: null, birth_date: null, gender: null }],
  ])('reads the profile %j', (physical, expected) => {
    assert.deepEqual(
      itemsOf(polar, 'profile', {
        answers: { physical },
        window: { from: '2026-03-01', until: '2026-03-07' },
      }),
      [{ day: '2026-03-07', id: 'profile', item: { ...expected, time_zone: null } }],
    );
  });

  it.each(['profile', 'sleep', 'sleep_cycle', 'activity', 'workouts'])(
    'takes no content for nothing: %s',
    (resource) => {
      const answers = Object.fromEntries(Object.keys(polar.collections).map((name) => [name, undefined]));
      assert.deepEqual(itemsOf(polar, resource, { answers }), []);
    },
  );

  it.each([
    ['nights', { nights: [{ ...night, sleep_end_time: '2026-03-29T08:00:00' }] }],
    ['nights', { nights: [{ ...night, date: '2026-02-30' }] }],
    ['activities', { error: 'x' }],
    ['activities', [{ ...activity, steps: '8823' }]],
    ['exercises', [{ ...exercise, start_time: 'yesterday' }]],
  ])('says that an answer is not as documented: %s', (name, body) => {
    const context = { window: { from: '2026-03-21', until: '2026-04-10' }, account: '475', cursor: null };
    assert.throws(() => polar.collections[name]?.read(body, context), { name: /Zod/ });
  });

  it('keeps a workout under the day of the person’s clock, in every offset', () => {
    const minute = 60_000;
    fc.assert(
      fc.property(
        fc.integer({ min: Date.parse('2020-01-01'), max: Date.parse('2030-01-01') }),
        fc.integer({ min: -48, max: 56 }),
        fc.integer({ min: 0, max: 600 }),
        (moment, quarters, minutes) => {
          const at = Math.floor(moment / minute) * minute;
          const offset = quarters * 15;
          const start_time = new Date(at + offset * minute).toISOString().slice(0, 19);
          const [item] = exercisesOf({
            start_time,
            start_time_utc_offset: offset,
            duration: `PT${minutes}M`,
          });
          assert.ok(item);
          assert.equal(item.day, start_time.slice(0, 10));
          assert.equal(item.id, exercise.id);
          assert.equal(Date.parse(String(item.item['time_start'])), at);
          assert.equal(Date.parse(String(item.item['time_end'])), at + minutes * minute);
        },
      ),
    );
  });
});
