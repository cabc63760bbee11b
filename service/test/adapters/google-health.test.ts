// What days, exercises, measurements and settings of Google Health mean.
import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import { googleHealth } from '../../src/adapters/google-health.js';
import { daysInWindow, hasDays, lagOf } from '../../src/adapters/index.js';
import { itemsOf } from './mapping.js';
import { account, has, named, until } from './google-health-scene.js';

describe('Google Health: what days, exercises and measurements mean', () => {
  const civil = (day: number) => ({ date: { year: 2026, month: 3, day }, time: {} });
  const sums = (field: string, ...values: readonly (readonly [number, object])[]) => ({
    rollupDataPoints: values.map(([day, value]) => ({
      civilStartTime: civil(day),
      civilEndTime: civil(day + 1),
      [field]: value,
    })),
  });

  it('puts together what is known of a day', () => {
    const answers = {
      steps: sums('steps', [14, { countSum: '8823' }], [15, { countSum: '0' }]),
      distance: sums('distance', [14, { millimetersSum: '6543210' }]),
      floors: sums('floors', [14, { countSum: '12' }]),
      energy: sums('totalCalories', [14, { kcalSum: 2506.04 }], [16, { kcalSum: 1700 }]),
      activeEnergy: sums('activeEnergyBurned', [14, { kcalSum: 806.5 }]),
      minutes: sums('activeMinutes', [
        14,
        {
          activeMinutesRollupByActivityLevel: [
            { activityLevel: 'LIGHT', activeMinutesSum: '200' },
            { activityLevel: 'VIGOROUS', activeMinutesSum: '0' },
          ],
        },
      ]),
      heartRate: sums(
        'heartRate',
        [14, { beatsPerMinuteMin: 48, beatsPerMinuteAvg: 71.36, beatsPerMinuteMax: 155 }],
        [17, { beatsPerMinuteMin: 50 }],
      ),
      resting: {
        dataPoints: [
          { dailyRestingHeartRate: { date: { year: 2026, month: 3, day: 15 }, beatsPerMinute: '55' } },
        ],
      },
    };
    const items = itemsOf(googleHealth, 'activity', { answers, timezone: 'Europe/Berlin' });
    const none = {
      calories_active: null,
      distance: null,
      floors_climbed: null,
      low: null,
      medium: null,
      high: null,
    };
    assert.deepEqual(
      items.map(({ item }) => item),
      [
        {
          calendar_date: '2026-03-14',
          timezone_offset: 3600,
          calories_total: 2506,
          calories_active: 806.5,
          steps: 8823,
          distance: 6543.21,
          floors_climbed: 12,
          low: 200,
          medium: null,
          high: 0,
          heart_rate: { min_bpm: 48, avg_bpm: 71.4, max_bpm: 155, resting_bpm: null },
        },
        {
          ...none,
          calendar_date: '2026-03-15',
          timezone_offset: 3600,
          calories_total: null,
          steps: 0,
          heart_rate: { min_bpm: null, avg_bpm: null, max_bpm: null, resting_bpm: 55 },
        },
        {
          ...none,
          calendar_date: '2026-03-16',
          timezone_offset: 3600,
          calories_total: 1700,
          steps: null,
          heart_rate: null,
        },
      ],
    );
    assert.deepEqual(
      items.map(({ day, id }) => [day, id]),
      [14, 15, 16].map((day) => [`2026-03-${day}`, `2026-03-${day}`]),
    );
  });

  const exercise = {
    interval: {
      startTime: '2026-03-14T23:40:00Z',
      startUtcOffset: '19800s',
      endTime: '2026-03-15T00:40:00.500Z',
      endUtcOffset: '19800s',
    },
    exerciseType: 'TRAIL_RUN',
    displayName: 'Trail run',
    activeDuration: '3300.5s',
    metricsSummary: {
      caloriesKcal: 530.26,
      distanceMillimeters: 10_012_300,
      elevationGainMillimeters: 312_000,
      averageHeartRateBeatsPerMinute: '147',
    },
  };
  const exerciseOf = (changes: object) =>
    itemsOf(googleHealth, 'workouts', {
      answers: {
        exercises: {
          dataPoints: [{ ...named('exercise', '2026443605'), exercise: { ...exercise, ...changes } }],
        },
      },
    })[0];

  it('reads an exercise', () => {
    assert.deepEqual(exerciseOf({}), {
      day: '2026-03-15',
      id: '2026443605',
      item: {
        calendar_date: '2026-03-15',
        timezone_offset: 19_800,
        title: 'Trail run',
        sport: { slug: 'trail_run', name: 'Trail run' },
        time_start: '2026-03-15T05:10:00+05:30',
        time_end: '2026-03-15T06:10:00.500+05:30',
        moving_time: 3300.5,
        calories: 530.3,
        distance: 10_012.3,
        total_elevation_gain: 312,
        average_hr: 147,
        max_hr: null,
      },
    });
    has(
      exerciseOf({
        metricsSummary: undefined,
        activeDuration: undefined,
        displayName: '',
        exerciseType: undefined,
      })?.item,
      {
        calories: null,
        distance: null,
        average_hr: null,
        moving_time: null,
        title: null,
        sport: { slug: 'other', name: 'Other' },
      },
    );
    has(exerciseOf({ metricsSummary: { distanceMillimeters: 0 } })?.item, { distance: 0 });
  });

  it('takes weight and fat of one moment for one measurement', () => {
    const at = (physicalTime: string) => ({ sampleTime: { physicalTime, utcOffset: '-18000s' } });
    const items = itemsOf(googleHealth, 'body', {
      answers: {
        weight: {
          dataPoints: [
            { weight: { ...at('2026-03-14T03:00:00Z'), weightGrams: 72_345.678 } },
            { weight: { ...at('2026-03-15T12:00:00Z'), weightGrams: 72_000 } },
          ],
        },
        fat: {
          dataPoints: [
            { bodyFat: { ...at('2026-03-14T03:00:00.000Z'), percentage: 21.456 } },
            { bodyFat: { ...at('2026-03-16T12:00:00Z'), percentage: 0 } },
          ],
        },
      },
    });
    assert.deepEqual(
      items.map(({ day, id, item }) => [day, id, item['weight'], item['fat']]),
      [
        ['2026-03-13', '2026-03-14T03:00:00.000Z', 72.346, 21.46],
        ['2026-03-15', '2026-03-15T12:00:00.000Z', 72, null],
        ['2026-03-16', '2026-03-16T12:00:00.000Z', null, 0],
      ],
    );
    assert.equal(items[0]?.item['measured_at'], '2026-03-13T22:00:00-05:00');
  });

  it('makes a profile of the settings and the last height', () => {
    const profileOf = (settings: object, height: object) =>
      itemsOf(googleHealth, 'profile', { answers: { settings, height }, window: { from: until, until } });
    const none = { height: null, birth_date: null, gender: null, time_zone: null };
    const expected = (item: object) => [{ day: until, id: 'profile', item: { ...none, ...item } }];
    assert.deepEqual(
      profileOf({ timeZone: 'Europe/Berlin' }, { dataPoints: [{ height: { heightMillimeters: '1826' } }] }),
      expected({ height: 182.6, time_zone: 'Europe/Berlin' }),
    );
    assert.deepEqual(profileOf({}, {}), expected({}));
  });

  it('reads all days again that a device may still send, in one window', () => {
    const resources = Object.keys(googleHealth.resources).filter((name) => hasDays(googleHealth, name));
    assert.ok(resources.length > 4);
    for (const resource of resources) {
      assert.equal(lagOf(googleHealth, resource), 8, resource);
      // Including today, and tomorrow, which has already begun in the east.
      assert.ok(daysInWindow(googleHealth, resource) >= 10, resource);
    }
  });

  it.each([
    ['sleep', { dataPoints: [{ sleep: { interval: { startTime: 'x', endTime: 'y' } } }] }],
    ['sleep', { dataPoints: 'none' }],
    ['steps', { rollupDataPoints: [{ civilStartTime: { date: { year: 2026, month: 2, day: 30 } } }] }],
    ['weight', { dataPoints: [{ weight: { weightGrams: 1 } }] }],
    ['settings', []],
  ])('says that an answer is not as documented: %s', (name, answer) => {
    const context = { window: { from: until, until }, account, cursor: null };
    assert.throws(() => googleHealth.collections[name]?.read(answer, context), { name: /Zod/ });
  });
});
