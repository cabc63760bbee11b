// Garmin by itself: its requests, and what its answers mean. Its notices are in
// garmin-notices.test.ts, and how its data arrives is in garmin-linked.test.ts.
import assert from 'node:assert/strict';
import { describe, expect, it } from 'vitest';
import type { Answer, Api } from '../../src/adapters/api.js';
import { garmin } from '../../src/adapters/garmin.js';
import type { OauthSignIn } from '../../src/adapters/sign-in.js';
import { itemsOf } from './mapping.js';

const epoch = (text: string): number => Date.parse(text) / 1000;
const berlin = 'Europe/Berlin';
const signIn = garmin.signIn as OauthSignIn;

const daily = {
  summaryId: 'x1-1',
  calendarDate: '2026-03-10',
  startTimeInSeconds: epoch('2026-03-09T23:00:00Z'),
  startTimeOffsetInSeconds: 3600,
  durationInSeconds: 86_400,
  steps: 4210,
  distanceInMeters: 3146.5,
  floorsClimbed: 8,
  activeKilocalories: 321,
  bmrKilocalories: 1731,
  moderateIntensityDurationInSeconds: 1830,
  vigorousIntensityDurationInSeconds: 600,
  minHeartRateInBeatsPerMinute: 48,
  maxHeartRateInBeatsPerMinute: 151,
  averageHeartRateInBeatsPerMinute: 64,
  restingHeartRateInBeatsPerMinute: 52,
  timeOffsetHeartRateSamples: { '15': 60, '30': 62, '315': 70, '3180': 80 },
};
const read = (resource: string, collection: string, record: object, timezone: string | null = null) =>
  itemsOf(garmin, resource, { answers: { [collection]: [record] }, timezone });

describe('a day', () => {
  it('has the energy of both kinds, minutes, and a mean of its own samples', () => {
    expect(read('activity', 'dailies', daily)).toEqual([
      {
        day: '2026-03-10',
        id: '2026-03-10',
        item: {
          calendar_date: '2026-03-10',
          timezone_offset: 3600,
          calories_total: 2052,
          calories_active: 321,
          steps: 4210,
          distance: 3146.5,
          floors_climbed: 8,
          low: null,
          medium: 30.5,
          high: 10,
          // And not 64, the average of the last seven days.
          heart_rate: { min_bpm: 48, avg_bpm: 68, max_bpm: 151, resting_bpm: 52 },
        },
      },
    ]);
  });

  it('is that of its beginning if no date is said, and lacks what is not said', () => {
    const { startTimeInSeconds, startTimeOffsetInSeconds } = daily;
    const [item] = read('activity', 'dailies', { startTimeInSeconds, startTimeOffsetInSeconds, steps: 12 });
    assert.equal(item?.day, '2026-03-10');
    expect(item?.item).toMatchObject({ steps: 12, calories_total: null, heart_rate: null });
  });

  it('gives the first heart rate of each five minutes, whatever comes later', () => {
    const early = read('heartrate', 'dailies', {
      ...daily,
      timeOffsetHeartRateSamples: { '15': 60, '30': 62 },
    });
    const late = read('heartrate', 'dailies', daily);
    expect(late.slice(0, 1)).toEqual(early);
    expect(late.map(({ item }) => [item['timestamp'], item['value']])).toEqual([
      ['2026-03-10T00:00:15+01:00', 60],
      ['2026-03-10T00:05:15+01:00', 70],
      ['2026-03-10T00:53:00+01:00', 80],
    ]);
  });

  it.each([['-15'], ['x'], ['15.5'], ['9999999'], ['']])('leaves out what is at %j of a day', (offset) => {
    const samples = { [offset]: 70, '15': 0, '30': null, '45': '71' };
    expect(read('heartrate', 'dailies', { ...daily, timeOffsetHeartRateSamples: samples })).toEqual([]);
  });

  it('goes by the zone where clocks change, as long as the person is at home', () => {
    const start = epoch('2026-03-28T23:00:00Z');
    const changing = {
      ...daily,
      calendarDate: '2026-03-29',
      startTimeInSeconds: start,
      timeOffsetHeartRateSamples: { '3600': 60, '7200': 61 },
    };
    const times = (record: object) =>
      read('heartrate', 'dailies', record, berlin).map(({ item }) => item['timestamp']);
    expect(times(changing)).toEqual(['2026-03-29T01:00:00+01:00', '2026-03-29T03:00:00+02:00']);
    expect(times({ ...changing, startTimeOffsetInSeconds: 7200 })[1]).toBe('2026-03-29T03:00:00+02:00');
    expect(times({ ...changing, startTimeOffsetInSeconds: -18_000 })[1]).toBe('2026-03-28T20:00:00-05:00');
  });
});

const start = epoch('2026-03-09T21:30:00Z');
const night = {
  summaryId: 'x1-2',
  calendarDate: '2026-03-10',
  startTimeInSeconds: start,
  startTimeOffsetInSeconds: 3600,
  durationInSeconds: 25_200,
  unmeasurableSleepInSeconds: 300,
  deepSleepDurationInSeconds: 5400,
  lightSleepDurationInSeconds: 14_400,
  remSleepInSeconds: 5400,
  awakeDurationInSeconds: 1500,
  sleepLevelsMap: {
    light: [{ startTimeInSeconds: start, endTimeInSeconds: start + 14_400 }],
    deep: [{ startTimeInSeconds: start + 14_400, endTimeInSeconds: start + 19_800 }],
    rem: [{ startTimeInSeconds: start + 19_800, endTimeInSeconds: start + 25_200 }],
    awake: [{ startTimeInSeconds: start + 25_200, endTimeInSeconds: start + 26_700 }],
  },
  validation: 'ENHANCED_FINAL',
  overallSleepScore: { value: 87, qualifierKey: 'GOOD' },
  timeOffsetSleepRespiration: { '60': 15.31, '120': 14.58 },
};

describe('a night', () => {
  it('ends with all of its parts, on the day of its morning', () => {
    expect(read('sleep', 'sleeps', night)).toEqual([
      {
        day: '2026-03-10',
        id: '2026-03-10',
        item: {
          calendar_date: '2026-03-10',
          timezone_offset: 3600,
          bedtime_start: '2026-03-09T22:30:00+01:00',
          bedtime_stop: '2026-03-10T06:00:00+01:00',
          duration: 26_700,
          total: 25_200,
          awake: 1500,
          light: 14_400,
          rem: 5400,
          deep: 5400,
          efficiency: 0.944,
          latency: null,
          score: 87,
          hr_lowest: null,
          hr_average: null,
          average_hrv: null,
          respiratory_rate: 14.9,
        },
      },
    ]);
  });

  it('has its course in seconds from its beginning', () => {
    expect(read('sleep_cycle', 'sleeps', night)[0]?.item).toMatchObject({
      session_start: '2026-03-09T22:30:00+01:00',
      session_end: '2026-03-10T06:00:00+01:00',
      stage_start_offset_second: [0, 14_400, 19_800, 25_200],
      stage_end_offset_second: [14_400, 19_800, 25_200, 26_700],
      stage_type: ['light', 'deep', 'rem', 'awake'],
    });
  });

  it('has no stages if the watch was off the wrist, and no course', () => {
    const none = { deepSleepDurationInSeconds: 0, lightSleepDurationInSeconds: 0, remSleepInSeconds: 0 };
    const off = {
      ...night,
      ...none,
      awakeDurationInSeconds: 0,
      sleepLevelsMap: null,
      validation: 'OFF_WRIST',
    };
    expect(read('sleep', 'sleeps', off)[0]?.item).toMatchObject({ total: 25_200, light: null, deep: null });
    expect(read('sleep_cycle', 'sleeps', off)).toEqual([]);
  });

  it('is none without any sleep', () => {
    const { summaryId, startTimeInSeconds } = night;
    expect(read('sleep', 'sleeps', { summaryId, startTimeInSeconds })).toEqual([]);
  });

  it('is the longer one of two of an answer that end on a day', () => {
    const short = {
      ...night,
      startTimeInSeconds: start + 43_200,
      durationInSeconds: 1800,
      sleepLevelsMap: null,
    };
    const parts = { deepSleepDurationInSeconds: 0, lightSleepDurationInSeconds: 1800, remSleepInSeconds: 0 };
    const found = itemsOf(garmin, 'sleep', { answers: { sleeps: [night, { ...short, ...parts }] } });
    expect(found.map(({ item }) => item['total'])).toEqual([25_200]);
  });
});

const ride = {
  summaryId: '5001968355',
  activityId: 5_001_968_355,
  activityType: 'ROAD_BIKING',
  activityName: 'Olathe',
  startTimeInSeconds: epoch('2026-03-10T16:00:00Z'),
  startTimeOffsetInSeconds: -18_000,
  durationInSeconds: 1824.4,
  distanceInMeters: 4322.357,
  totalElevationGainInMeters: 31,
  activeKilocalories: 360,
  averageHeartRateInBeatsPerMinute: 130,
  maxHeartRateInBeatsPerMinute: 161,
  manual: false,
};

describe('an activity', () => {
  it('is a workout', () => {
    expect(read('workouts', 'activities', ride)).toEqual([
      {
        day: '2026-03-10',
        id: '5001968355',
        item: {
          calendar_date: '2026-03-10',
          timezone_offset: -18_000,
          title: 'Olathe',
          sport: { slug: 'road_biking', name: 'Road biking' },
          time_start: '2026-03-10T11:00:00-05:00',
          time_end: '2026-03-10T11:30:24-05:00',
          moving_time: null,
          calories: 360,
          distance: 4322.357,
          total_elevation_gain: 31,
          average_hr: 130,
          max_hr: 161,
        },
      },
    ]);
  });

  it.each([
    ['ROWING_V2', 'rowing'],
    ['SNOWBOARDING_WS', 'snowboarding'],
    ['RUNNING', 'running'],
    ['VIRTUAL_RIDE', 'virtual_ride'],
    [undefined, 'other'],
  ])('of the type %s is %s', (activityType, slug) => {
    expect(read('workouts', 'activities', { ...ride, activityType })[0]?.item['sport']).toMatchObject({
      slug,
    });
  });

  it('is left out if its parts are activities of their own', () => {
    expect(read('workouts', 'activities', { ...ride, isParent: true })).toEqual([]);
    expect(read('workouts', 'activities', { ...ride, parentSummaryId: 7 })).toHaveLength(1);
  });
});

const measured = {
  summaryId: 'x1-3',
  measurementTimeInSeconds: epoch('2026-03-10T06:10:00Z'),
  measurementTimeOffsetInSeconds: 3600,
};

describe('a measurement', () => {
  it('of the scale is in kilograms', () => {
    const grams = { weightInGrams: 75_450, muscleMassInGrams: 25_478, bodyFatInPercent: 17.1 };
    const others = { bodyWaterInPercent: 59.4, bodyMassIndex: 23.2, boneMassInGrams: 2437 };
    expect(read('body', 'bodyComps', { ...measured, ...grams, ...others })[0]?.item).toEqual({
      calendar_date: '2026-03-10',
      timezone_offset: 3600,
      measured_at: '2026-03-10T07:10:00+01:00',
      weight: 75.45,
      fat: 17.1,
      water_percentage: 59.4,
      muscle_mass: 25.478,
      body_mass_index: 23.2,
    });
    expect(read('body', 'bodyComps', measured)).toEqual([]);
  });

  it('of the blood pressure has both values', () => {
    const both = { systolic: 120, diastolic: 80, pulse: 62 };
    expect(read('blood_pressure', 'bloodPressures', { ...measured, ...both })[0]?.item).toMatchObject({
      timestamp: '2026-03-10T07:10:00+01:00',
      systolic: 120,
      diastolic: 80,
      unit: 'mmHg',
    });
    expect(read('blood_pressure', 'bloodPressures', { ...measured, systolic: 120 })).toEqual([]);
  });
});

describe('a record', () => {
  const about = { window: { from: '2026-03-01', until: '2026-03-02' }, account: '475', cursor: null };
  const page = (records: unknown) => garmin.collections['dailies']?.read(records, about);

  it('of another account is left out', () => {
    const records = [{ ...daily, userId: '476' }, { ...daily, userId: '475' }, daily];
    expect(page(records)?.records).toHaveLength(2);
  });

  it.each([
    ['at no time that can be', { startTimeInSeconds: 1e15 }],
    ['before time began', { startTimeInSeconds: -1 }],
    ['on a clock that nobody has', { startTimeOffsetInSeconds: 90_000 }],
    ['on no day', { calendarDate: '2026-02-30' }],
  ])('%s is left out and told', (_, fields) => {
    const read = page([daily, { ...daily, ...fields }]);
    expect([read?.records.length, read?.misfits?.length]).toEqual([1, 1]);
  });

  it('is read of a list alone', () => {
    expect(() => page({ dailies: [daily] })).toThrow();
    expect(() => page([{ steps: 1 }])).toThrow();
  });

  it('of the past is asked for to the end of the day behind the window, and is no answer', () => {
    const { collections } = garmin;
    const asked = collections['sleeps']?.request({
      ...about,
      window: { from: '2026-03-01', until: '2026-03-29' },
    });
    expect(asked).toEqual({
      to: '/backfill/sleeps',
      query: {
        summaryStartTimeInSeconds: epoch('2026-03-01T00:00:00Z'),
        summaryEndTimeInSeconds: epoch('2026-03-30T23:59:59Z'),
      },
      alsoSuccess: [409],
    });
    expect(page(undefined)).toEqual({ records: [], next: null });
  });
});

describe('Garmin', () => {
  const answering = (body: unknown): Api => ({ send: () => Promise.resolve(body) });
  const token = { access_token: 'a', scope: 'PARTNER_READ CONNECT_READ' };

  it('says what is granted as a list, or with one inside', async () => {
    const ticked = ['HEALTH_EXPORT', 'MCT_EXPORT'];
    expect(await signIn.readGranted?.(answering(ticked))).toEqual(ticked);
    expect(await signIn.readGranted?.(answering({ permissions: ticked }))).toEqual(ticked);
    await assert.rejects(
      signIn.readGranted?.(answering({ permissions: 'HEALTH_EXPORT' })) ?? Promise.resolve(),
    );
    await assert.rejects(signIn.readGranted?.(answering(undefined)) ?? Promise.resolve());
  });

  it('names the account when it is asked', async () => {
    const where = { base: null, region: null };
    const userId = 'd3315b1072421d0dd7c8f6b8e1de4df8';
    expect(await signIn.readAccount({ token, where, api: answering({ userId }) })).toBe(userId);
    await assert.rejects(signIn.readAccount({ token, where, api: answering({ id: userId }) }));
  });

  it('refuses a kind of data that is not ticked with 412', () => {
    const answer = (status: number): Answer => ({
      status,
      headers: new Headers(),
      body: { errorMessage: '' },
    });
    expect(garmin.classify?.(answer(412))).toMatchObject({ kind: 'scope' });
    expect(garmin.classify?.(answer(400))).toBeUndefined();
  });
});
