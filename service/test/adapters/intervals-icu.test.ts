import assert from 'node:assert/strict';
import { describe, expect, it } from 'vitest';
import { intervalsIcu } from '../../src/adapters/intervals-icu.js';
import type { OauthSignIn } from '../../src/adapters/sign-in.js';
import { addDays } from '../../src/work/index.js';
import { assertInContract, itemsOf } from './mapping.js';
import { Refused } from './reading.js';
import { sceneOf } from './scene.js';
import { createIntervalsIcuSimulator } from './simulators/intervals-icu.js';

const until = '2026-04-10';
const window = { from: addDays(until, -89), until };
const scene = () =>
  sceneOf({ adapter: intervalsIcu, create: createIntervalsIcuSimulator, window, account: 'i317960' });
const signIn = intervalsIcu.signIn as OauthSignIn;

// From the samples that public clients show, with the fields of the provider's document.
const activity = {
  id: 'i140242265',
  source: 'GARMIN_CONNECT',
  name: 'Morning ride',
  type: 'Ride',
  start_date: '2026-04-16T04:52:46Z',
  start_date_local: '2026-04-16T06:52:46',
  timezone: 'Europe/Paris',
  elapsed_time: 947,
  moving_time: 887,
  distance: 8000.5,
  total_elevation_gain: 80.25,
  calories: 74,
  average_heartrate: 94,
  max_heartrate: 118,
};
const workouts = (records: readonly object[], timezone: string | null = null) =>
  itemsOf(intervalsIcu, 'workouts', { answers: { activities: records }, timezone });
const workout = (changes: object, timezone: string | null = null) =>
  workouts([{ ...activity, ...changes }], timezone);

const wellness = {
  id: '2026-04-15',
  weight: 77.36,
  tempWeight: false,
  bodyFat: 24.6,
  restingHR: 59,
  tempRestingHR: false,
  steps: 11_208,
  systolic: 121,
  diastolic: 79,
  respiration: 14.25,
};
const day = (resource: string, changes: object = {}, timezone: string | null = 'Europe/Paris') =>
  itemsOf(intervalsIcu, resource, { answers: { wellness: [{ ...wellness, ...changes }] }, timezone });
const only = (values: object) => ({
  ...Object.fromEntries(Object.keys(wellness).map((name) => [name, undefined])),
  id: wellness.id,
  ...values,
});

describe('Intervals.icu: workouts', () => {
  it('are read under the day of the person’s own clock', () => {
    expect(workout({})).toEqual([
      {
        day: '2026-04-16',
        id: 'i140242265',
        item: {
          calendar_date: '2026-04-16',
          timezone_offset: 7200,
          title: 'Morning ride',
          sport: { slug: 'cycling', name: 'Cycling' },
          time_start: '2026-04-16T06:52:46+02:00',
          time_end: '2026-04-16T07:08:33+02:00',
          moving_time: 887,
          calories: 74,
          distance: 8000.5,
          total_elevation_gain: 80.25,
          average_hr: 94,
          max_hr: 118,
        },
      },
    ]);
  });

  it.each([
    [
      'late in the west',
      { start_date: '2026-03-29T03:30:00Z', start_date_local: '2026-03-28T23:30:00' },
      '2026-03-28',
      -14_400,
    ],
    [
      'half an hour off',
      { start_date: '2026-03-29T20:00:00Z', start_date_local: '2026-03-30T01:30:00' },
      '2026-03-30',
      19_800,
    ],
    ['without a moment, in its zone', { start_date: null, timezone: 'Asia/Tokyo' }, '2026-04-16', 32_400],
    [
      'without a moment, in a zone that nobody knows',
      { start_date: null, timezone: 'Mars/Olympus' },
      '2026-04-16',
      10_800,
    ],
    ['without a moment and a zone', { start_date: undefined, timezone: undefined }, '2026-04-16', 10_800],
  ])('are on a day if they begin %s', (_, changes, date, offset) => {
    expect(workout(changes, 'Europe/Helsinki')).toMatchObject([
      { day: date, item: { calendar_date: date, timezone_offset: offset } },
    ]);
  });

  it.each([
    [
      'nothing measured',
      { distance: null, calories: undefined, average_heartrate: null, max_heartrate: undefined },
      { distance: null, calories: null, average_hr: null, max_hr: null },
    ],
    [
      'zeros',
      { distance: 0, total_elevation_gain: 0, calories: 0 },
      { distance: 0, total_elevation_gain: 0, calories: 0 },
    ],
    ['no name and no pause', { name: null, moving_time: null }, { title: null, moving_time: null }],
    ['a name of another sport', { type: 'NordicSki' }, { sport: { slug: 'nordic_ski', name: 'Nordic ski' } }],
    ['no sport', { type: null }, { sport: { slug: 'other', name: 'Other' } }],
    ['an id that is a number', { id: 154_504 }, {}],
    ['fields that nobody knows', { Staminaatstart: 'x', icu_hr_zones: [1] }, { title: 'Morning ride' }],
  ])('are read with %s', (_, changes, expected) => {
    expect(workout(changes)).toMatchObject([{ item: expected }]);
  });

  it.each([
    [
      'came from Strava as a stub',
      { source: 'STRAVA', id: '16457456654', start_date_local: '2026-04-16T06:52:46' },
    ],
    ['came from Strava whole', { ...activity, source: 'STRAVA' }],
    ['have no time', { ...activity, elapsed_time: null }],
    ['have no beginning', { ...activity, start_date_local: null }],
    ['begin at an unknown moment', { ...activity, start_date: null, timezone: null }],
  ])('are left out if they %s, and others are read', (_, record) => {
    expect(workouts([record, { ...activity, id: 'other' }]).map(({ id }) => id)).toEqual(['other']);
  });

  it('may all be of Strava', () => {
    const stub = { id: '1', source: 'STRAVA', start_date_local: '2026-04-16T06:52:46' };
    expect(workouts([stub, { ...stub, id: '2' }])).toEqual([]);
  });
});

describe('Intervals.icu: days', () => {
  const about = { calendar_date: '2026-04-15', timezone_offset: 7200 };
  const midnight = '2026-04-15T00:00:00+02:00';

  it('are read as what they are about', () => {
    expect(day('activity')).toEqual([
      {
        day: '2026-04-15',
        id: '2026-04-15',
        item: {
          ...about,
          calories_total: null,
          calories_active: null,
          steps: 11_208,
          distance: null,
          floors_climbed: null,
          low: null,
          medium: null,
          high: null,
          heart_rate: { min_bpm: null, avg_bpm: null, max_bpm: null, resting_bpm: 59 },
        },
      },
    ]);
    expect(day('body').map(({ item }) => item)).toEqual([
      {
        ...about,
        measured_at: midnight,
        weight: 77.36,
        fat: 24.6,
        water_percentage: null,
        muscle_mass: null,
        body_mass_index: null,
      },
    ]);
    expect(day('blood_pressure').map(({ item }) => item)).toEqual([
      { ...about, timestamp: midnight, systolic: 121, diastolic: 79, unit: 'mmHg' },
    ]);
    expect(day('respiratory_rate').map(({ item }) => item)).toEqual([
      { ...about, timestamp: midnight, value: 14.25, unit: 'breaths/min' },
    ]);
  });

  it('have no offset in a zone that is not known', () => {
    expect(day('body', {}, null)).toMatchObject([
      { day: '2026-04-15', item: { timezone_offset: null, measured_at: '2026-04-15T00:00:00Z' } },
    ]);
    expect(day('activity', {}, null)).toMatchObject([{ item: { timezone_offset: null } }]);
  });

  it.each([
    ['activity', 'what is computed alone', { ctl: 18.4, atl: 37.4, sportInfo: [] }],
    ['activity', 'a resting heart rate of before', { restingHR: 59, tempRestingHR: true }],
    ['body', 'a weight of before', { weight: 77.36, tempWeight: true }],
    ['body', 'nulls', { weight: null, bodyFat: null, tempWeight: null }],
    ['blood_pressure', 'half of it', { systolic: 121 }],
    ['blood_pressure', 'the other half', { systolic: null, diastolic: 79 }],
    ['respiratory_rate', 'no breaths', { respiration: null }],
  ])('have no %s of %s', (resource, _, values) => {
    expect(day(resource, only(values))).toEqual([]);
  });

  it('keep what was measured beside what was not', () => {
    expect(day('body', only({ weight: 70, tempWeight: true, bodyFat: 20 }))).toMatchObject([
      { item: { weight: null, fat: 20 } },
    ]);
    expect(day('body', only({ weight: 70 }))).toMatchObject([{ item: { weight: 70, fat: null } }]);
    expect(day('activity', only({ steps: 0 }))).toMatchObject([{ item: { steps: 0, heart_rate: null } }]);
    expect(day('activity', only({ restingHR: 44 }))).toMatchObject([
      { item: { steps: null, heart_rate: { resting_bpm: 44 } } },
    ]);
  });
});

it('reads a profile, and leaves out of it what is odd', () => {
  const profile = (changes: object) =>
    itemsOf(intervalsIcu, 'profile', { answers: { athlete: { id: 'i317960', ...changes } } })[0]?.item;
  expect(
    profile({
      sex: 'F',
      icu_date_of_birth: '1990-05-15',
      height: 1.685,
      height_units: 'FEET',
      timezone: 'Asia/Almaty',
    }),
  ).toEqual({ height: 168.5, birth_date: '1990-05-15', gender: 'female', time_zone: 'Asia/Almaty' });
  const nothing = { height: null, birth_date: null, gender: null, time_zone: null };
  expect(profile({})).toEqual(nothing);
  expect(profile({ sex: '', icu_date_of_birth: '1990', height: 168.5, timezone: null })).toEqual(nothing);
  expect(profile({ sex: 'M' })).toMatchObject({ gender: 'male' });
});

it.each([
  ['athlete', {}],
  ['athlete', []],
  ['activities', { status: 500, error: 'x' }],
  ['activities', [{ ...activity, start_date: 'yesterday' }]],
  ['activities', [{ ...activity, id: null }]],
  ['wellness', [{ ...wellness, id: '15.04.2026' }]],
  ['wellness', [{ ...wellness, steps: 'many' }]],
])('says that an answer is not as documented: %s', (name, body) => {
  const context = { window, account: 'i1', cursor: null };
  expect(() => intervalsIcu.collections[name]?.read(body, context)).toThrowError(
    expect.objectContaining({ name: expect.stringContaining('Zod') }),
  );
});

it('leaves out a record that does not fit, and reads the others', () => {
  const read = intervalsIcu.collections['wellness']?.read(
    [
      { ...wellness, weight: '77 kg' },
      { ...wellness, id: '2026-04-16' },
    ],
    { window, account: 'i1', cursor: null },
  );
  expect(read?.records).toMatchObject([{ id: '2026-04-16' }]);
  expect(read?.misfits).toEqual(['weight invalid_type']);
});

describe('Intervals.icu: reading', () => {
  it('has what the person lived, and nothing of Strava', async () => {
    const { read, records } = scene();
    const lived = records.life.days.filter(({ date }) => date >= window.from);
    const days = {
      workouts: lived.filter((each) => each.workout),
      activity: lived.filter(({ steps }) => steps > 0),
      body: lived.filter((each) => each.body),
      blood_pressure: lived.filter(({ pressure }) => pressure.length > 0),
      respiratory_rate: lived.filter(({ night }) => night),
    };
    for (const [resource, expected] of Object.entries(days)) {
      const items = await read(resource);
      expect(items.map((each) => each.day).toSorted(), resource).toEqual(expected.map(({ date }) => date));
      for (const { item } of items) assertInContract(resource, item);
    }
    expect(await read('profile')).toMatchObject([
      {
        item: {
          height: records.life.height,
          birth_date: records.life.birthDate,
          time_zone: lived.at(-1)?.zone,
        },
      },
    ]);
  });

  it('asks for days to their end, in one request each, and for no field that nobody reads', async () => {
    const { read, simulator, records } = scene();
    const last = records.activities.find(({ source }) => source !== 'STRAVA');
    Object.assign(last ?? {}, {
      start_date: '2026-04-10T21:59:00Z',
      start_date_local: '2026-04-10T23:59:00',
    });
    expect((await read('workouts')).some(({ id }) => id === last?.id)).toBe(true);
    await read('body');
    const asked = simulator.requests.map(({ url }) => new URL(url, 'https://provider.test'));
    expect(asked.map(({ pathname }) => pathname)).toEqual(['/athlete/0/activities', '/athlete/0/wellness']);
    const [activities, wellnessDays] = asked.map(({ searchParams }) => Object.fromEntries(searchParams));
    expect(activities).toMatchObject({ oldest: '2026-01-11T00:00:00', newest: '2026-04-10T23:59:59' });
    expect(wellnessDays).toMatchObject({ oldest: '2026-01-11', newest: '2026-04-10' });
    expect(activities?.['fields']).toMatch(/^id,source,name,type,start_date,/);
    expect(wellnessDays?.['fields']).not.toMatch(/comments|mood|menstrual|sportInfo/);
  });

  it('sees what came late, changed and went', async () => {
    const { read, records } = scene();
    const before = await read('workouts');
    const [last, second] = records.activities.filter(({ source }) => source !== 'STRAVA').toReversed();
    assert.ok(last && second);
    second['name'] = 'Changed';
    records.activities = [...records.activities.filter((each) => each !== last), { ...last, id: 'late' }];
    const after = await read('workouts');
    expect(after.length).toBe(before.length);
    expect(after.find(({ id }) => id === second.id)?.item['title']).toBe('Changed');
    expect(after.map(({ id }) => id)).toContain('late');
    expect(after.map(({ id }) => id)).not.toContain(last.id);
  });
});

describe('Intervals.icu: access', () => {
  const where = { base: null, region: null };

  it('is named by the answer to the code, and imported by the athlete of the token', async () => {
    const { api, records } = scene();
    const token = { access_token: 'good', athlete: { id: 'i317960', name: 'Ada' } };
    expect(await signIn.readAccount({ token, api, where })).toBe('i317960');
    for (const athlete of [undefined, {}, { id: '' }])
      await expect(signIn.readAccount({ token: { ...token, athlete }, api, where })).rejects.toThrow();
    expect(await signIn.readImportedAccount?.({ claimed: 'i1', api })).toBe('i317960');
    records.withheld.add('athlete');
    await expect(signIn.readImportedAccount?.({ claimed: 'i317960', api })).rejects.toThrow(Refused);
  });

  it.each([
    ['ACTIVITY:READ,WELLNESS:READ', ['ACTIVITY:READ', 'WELLNESS:READ']],
    ['ACTIVITY:WRITE,WELLNESS:READ', ['ACTIVITY:WRITE', 'WELLNESS:READ', 'ACTIVITY:READ']],
    ['', []],
    [undefined, null],
  ])('covers what was granted: %j', (scope, granted) => {
    const token = { access_token: 'a', ...(scope === undefined ? {} : { scope }) };
    expect(signIn.grantedScopes?.({ callback: new URLSearchParams(), token })).toEqual(granted);
  });

  it('is ended at the provider', async () => {
    const { api, simulator } = scene();
    const request = signIn.revoke?.({ account: 'i317960', accessToken: 'good', refreshToken: null });
    await api.send(request!);
    expect(simulator.requests).toEqual([{ method: 'DELETE', url: '/disconnect-app', account: 'i317960' }]);
  });

  it('is refused for a kind of data alone', async () => {
    const { read, records } = scene();
    records.withheld.add('wellness');
    const refusal = await read('body').catch((error: unknown) => error);
    expect(refusal).toMatchObject({ answer: { status: 403, body: { error: 'Access denied' } } });
    expect((await read('workouts')).length).toBeGreaterThan(10);
  });
});
