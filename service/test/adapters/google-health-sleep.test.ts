// What Google Health's nights mean.
import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import { googleHealth } from '../../src/adapters/google-health.js';
import { itemsOf } from './mapping.js';
import { has, named } from './google-health-scene.js';

describe('Google Health: what nights mean', () => {
  // The night on which European clocks go forward.
  const interval = {
    startTime: '2026-03-28T22:30:00Z',
    startUtcOffset: '3600s',
    endTime: '2026-03-29T06:00:00Z',
    endUtcOffset: '7200s',
  };
  const stages = [
    { type: 'AWAKE', minutes: '40', count: '9' },
    { type: 'LIGHT', minutes: '230', count: '12' },
    { type: 'DEEP', minutes: '80', count: '4' },
    { type: 'REM', minutes: '100', count: '5' },
  ];
  const summary = {
    minutesInSleepPeriod: '450',
    minutesAsleep: '410',
    minutesAwake: '40',
    minutesToFallAsleep: '7',
    stagesSummary: stages,
  };
  const night = { interval, type: 'STAGES', metadata: { mainSleep: true }, summary };
  const sleepOf = (nights: readonly object[], more: object = {}, timezone: string | null = null) =>
    itemsOf(googleHealth, 'sleep', {
      answers: {
        sleep: { dataPoints: nights.map((sleep, at) => ({ ...named('sleep', `n${at}`), sleep })) },
        ...more,
      },
      timezone,
    });

  it('reads a night over a change of clocks, with what was measured in it', () => {
    const date = { year: 2026, month: 3, day: 29 };
    const measured = {
      variability: {
        dataPoints: [{ dailyHeartRateVariability: { date, averageHeartRateVariabilityMilliseconds: 41.26 } }],
      },
      breaths: {
        dataPoints: [
          { dailyRespiratoryRate: { date: { ...date, day: 28 }, breathsPerMinute: 99 } },
          { dailyRespiratoryRate: { date, breathsPerMinute: 14.04 } },
        ],
      },
    };
    assert.deepEqual(sleepOf([night], measured), [
      {
        day: '2026-03-29',
        id: 'n0',
        item: {
          calendar_date: '2026-03-29',
          timezone_offset: 7200,
          bedtime_start: '2026-03-28T23:30:00+01:00',
          bedtime_stop: '2026-03-29T08:00:00+02:00',
          duration: 27_000,
          total: 24_600,
          awake: 2400,
          light: 13_800,
          rem: 6000,
          deep: 4800,
          efficiency: 0.911,
          latency: 420,
          score: null,
          hr_lowest: null,
          hr_average: null,
          average_hrv: 41.3,
          respiratory_rate: 14,
        },
      },
    ]);
  });

  const classic = [
    { type: 'ASLEEP', minutes: '400' },
    { type: 'RESTLESS', minutes: '30' },
    { type: 'AWAKE', minutes: '20' },
  ];
  it.each([
    [
      'without stages, by what Google counts as asleep',
      { summary: { ...summary, minutesAsleep: '400', stagesSummary: classic } },
      { total: 24_000, awake: 3000, duration: 27_000, light: null, rem: null, deep: null },
    ],
    [
      'with sums alone',
      { summary: { ...summary, stagesSummary: [] } },
      { total: 24_600, awake: 2400, light: null },
    ],
    [
      'that was not gone over yet',
      { summary: undefined },
      { total: 27_000, duration: 27_000, awake: null, light: null, efficiency: null, latency: null },
    ],
    [
      'that a watch saw, of which Google always says zero minutes',
      { summary: { ...summary, minutesToFallAsleep: '0' } },
      { total: 24_600, latency: null },
    ],
    [
      'with a stage of zero',
      {
        summary: {
          ...summary,
          stagesSummary: [stages[0], stages[1], stages[2], { type: 'REM', minutes: '0' }],
        },
      },
      { rem: 0, total: 18_600 },
    ],
    [
      'with a stage missing',
      { summary: { ...summary, stagesSummary: [stages[0], stages[1], stages[2]] } },
      { rem: null, total: 18_600, duration: 21_000 },
    ],
    [
      'on a travel day',
      { interval: { ...interval, endUtcOffset: '-14400s' } },
      {
        calendar_date: '2026-03-29',
        timezone_offset: -14_400,
        bedtime_stop: '2026-03-29T02:00:00-04:00',
        bedtime_start: '2026-03-28T23:30:00+01:00',
      },
    ],
    [
      'by the civil day that Google says',
      { interval: { ...interval, civilEndTime: { date: { year: 2026, month: 3, day: 30 } } } },
      { calendar_date: '2026-03-30' },
    ],
  ])('reads a night %s', (_, changes, expected) => {
    has(sleepOf([{ ...night, ...changes }])[0]?.item, expected);
  });

  it('takes the person’s zone for a night without offsets, and UTC without one', () => {
    const bare = {
      ...night,
      interval: { startTime: interval.startTime, endTime: '2026-03-29T22:30:00.250Z' },
    };
    has(sleepOf([bare], {}, 'Europe/Berlin')[0]?.item, {
      calendar_date: '2026-03-30',
      timezone_offset: 7200,
    });
    has(sleepOf([bare])[0]?.item, { calendar_date: '2026-03-29', timezone_offset: null });
  });

  it('keeps the main night of a day, or the longest, and leaves naps out', () => {
    const long = {
      ...night,
      metadata: {},
      interval: { ...interval, startTime: '2026-03-28T18:00:00Z' },
      summary: undefined,
    };
    const nap = { ...night, metadata: { nap: true } };
    const ids = (nights: readonly object[]) => sleepOf(nights).map(({ id }) => id);
    assert.deepEqual(ids([long, night, nap]), ['n1']);
    assert.deepEqual(ids([{ ...night, metadata: undefined }, long, nap]), ['n1']);
    assert.deepEqual(ids([nap]), []);
  });
});
