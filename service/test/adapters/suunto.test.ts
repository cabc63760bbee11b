import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { hmacSha256 } from '../../src/adapters/signatures.js';
import type { OauthSignIn } from '../../src/adapters/sign-in.js';
import { suunto } from '../../src/adapters/suunto.js';
import { addDays } from '../../src/work/index.js';
import { assertInContract, itemsOf } from './mapping.js';
import { exchange, readItems, Refused } from './reading.js';
import { createSuuntoSimulator } from './simulators/suunto.js';

const until = '2026-04-10';
const window = { from: addDays(until, -99), until };
function scene(subscriptionKey?: string) {
  const simulator = createSuuntoSimulator({
    accountOf: (token) => (token === 'token' ? 'ada' : undefined),
    until,
    ...(subscriptionKey === undefined ? {} : { subscriptionKey }),
  });
  const reading = { adapter: suunto, simulator, token: 'token', account: 'ada', window };
  return { simulator, reading, records: simulator.records('ada') };
}
const signIn = suunto.signIn as OauthSignIn;

// From the samples that public clients show.
const night = {
  BedtimeStart: '2026-05-17T02:13:00.000+02:00',
  BedtimeEnd: '2026-05-17T09:19:00.000+02:00',
  Duration: 25_560,
  DeepSleepDuration: 5610,
  LightSleepDuration: 17_970,
  REMSleepDuration: 1710,
  HRAvg: 67,
  HRMin: 52,
  SleepQualityScore: 75,
  IsNap: false,
  SleepId: 1778976780,
};
const read = (...nights: object[]) =>
  itemsOf(suunto, 'sleep', {
    answers: {
      sleep: nights.map((fields) => ({ timestamp: night.BedtimeStart, entryData: { ...night, ...fields } })),
    },
  });

it('reads a night', () => {
  expect(read({})).toEqual([
    {
      day: '2026-05-17',
      id: '1778976780',
      item: {
        calendar_date: '2026-05-17',
        timezone_offset: 7200,
        bedtime_start: '2026-05-17T02:13:00+02:00',
        bedtime_stop: '2026-05-17T09:19:00+02:00',
        duration: 25_560,
        total: 25_290,
        awake: 270,
        light: 17_970,
        rem: 1710,
        deep: 5610,
        latency: null,
        efficiency: 0.989,
        score: 75,
        hr_lowest: 52,
        hr_average: 67,
        average_hrv: null,
        respiratory_rate: null,
      },
    },
  ]);
});

it.each([
  [
    'no stages',
    { DeepSleepDuration: null, LightSleepDuration: null, REMSleepDuration: null },
    { total: 25_560, duration: 25_560, awake: null, light: null, rem: null, deep: null, efficiency: null },
  ],
  ['stages longer than itself', { Duration: 25_000 }, { total: 25_290, duration: 25_290, awake: null }],
  [
    'a latency and a variability',
    { SleepOnsetLatencyDuration: 0, AvgHRV: 41 },
    { latency: 0, average_hrv: 41 },
  ],
  ['no id', { SleepId: null }, {}],
  [
    'a change of the clocks',
    { BedtimeStart: '2026-03-28T23:10:00.000+01:00', BedtimeEnd: '2026-03-29T07:16:00.000+02:00' },
    { calendar_date: '2026-03-29', timezone_offset: 7200, bedtime_start: '2026-03-28T23:10:00+01:00' },
  ],
  [
    'a flight',
    { BedtimeStart: '2026-03-28T23:10:00.000+01:00', BedtimeEnd: '2026-03-28T23:16:00.000-05:00' },
    { calendar_date: '2026-03-28', timezone_offset: -18_000 },
  ],
])('reads a night with %s', (_, fields, expected) => {
  expect(read(fields)).toMatchObject([{ item: expected }]);
});

it.each([
  ['that is a nap', { IsNap: true }],
  ['without a time', { BedtimeEnd: null }],
  ['of no length', { Duration: 0, DeepSleepDuration: 0, LightSleepDuration: 0, REMSleepDuration: 0 }],
  [
    'of which nothing is known',
    { Duration: null, DeepSleepDuration: null, LightSleepDuration: null, REMSleepDuration: null },
  ],
])('leaves out a night %s', (_, fields) => {
  expect(read(fields)).toEqual([]);
});

it('keeps the longest night of a day', () => {
  const short = {
    Duration: 3600,
    LightSleepDuration: 3000,
    DeepSleepDuration: null,
    REMSleepDuration: null,
    SleepId: 2,
  };
  for (const order of [
    [short, {}],
    [{}, short],
  ])
    expect(read(...order).map(({ id }) => id)).toEqual(['1778976780']);
});

it('keeps of a sleep that was sent before it was over what came when it was', () => {
  const interim = {
    BedtimeStart: '2026-05-16T22:13:00.000+02:00',
    BedtimeEnd: '2026-05-16T23:19:00.000+02:00',
    Duration: 3960,
    DeepSleepDuration: 0,
    LightSleepDuration: 0,
    REMSleepDuration: 0,
  };
  const final = { BedtimeStart: interim.BedtimeStart, Duration: 39_960 };
  for (const order of [
    [interim, final],
    [final, interim],
    [{ ...interim, IsNap: true }, final],
  ])
    expect(read(...order).map(({ day, id }) => [day, id])).toEqual([['2026-05-17', '1778976780']]);
  // Entries without an id are not merged.
  for (const SleepId of [0, null])
    expect(read({ ...interim, SleepId }, { ...final, SleepId }).map(({ day }) => day)).toEqual([
      '2026-05-16',
      '2026-05-17',
    ]);
});

it('counts an entry of movement that is sent twice once', () => {
  const entry = (time: string, StepCount: number) => ({ timestamp: time, entryData: { HR: 60, StepCount } });
  const movement = [
    entry('2026-05-17T09:00:00.000+02:00', 100),
    entry('2026-05-17T09:10:00.000+02:00', 50),
    entry('2026-05-17T07:00:00.000Z', 100),
  ];
  const of = (resource: string) => itemsOf(suunto, resource, { answers: { movement } });
  expect(of('activity')).toMatchObject([{ day: '2026-05-17', item: { steps: 150 } }]);
  expect(of('steps').map(({ item }) => item['value'])).toEqual([100, 50]);
  // Values that only the first entry has are kept.
  const [first] = movement;
  const apart = [first, { ...first, entryData: { HR: null, StepCount: 110 } }];
  expect(itemsOf(suunto, 'activity', { answers: { movement: apart } })).toMatchObject([
    { item: { steps: 110, heart_rate: { avg_bpm: 60 } } },
  ]);
});

const workout = {
  workoutKey: 'abc',
  activityId: 22,
  startTime: Date.parse('2026-03-29T22:30:00Z'),
  stopTime: Date.parse('2026-03-29T23:40:00Z'),
  totalTime: 3600.4,
  timeOffsetInMinutes: 120,
  totalDistance: 21_381.4,
  totalAscent: 310,
  energyConsumption: 812,
  hrdata: { avg: 140, hrmax: 171, max: 190, workoutAvgHR: 139, workoutMaxHR: 170 },
};
const workouts = (fields: object, timezone: string | null = null) =>
  itemsOf(suunto, 'workouts', { answers: { workouts: { payload: [{ ...workout, ...fields }] } }, timezone });

it('reads a workout', () => {
  expect(workouts({})).toEqual([
    {
      day: '2026-03-30',
      id: 'abc',
      item: {
        calendar_date: '2026-03-30',
        timezone_offset: 7200,
        title: null,
        sport: { slug: 'trail_running', name: 'Trail running' },
        time_start: '2026-03-30T00:30:00+02:00',
        time_end: '2026-03-30T01:40:00+02:00',
        moving_time: 3600,
        calories: 812,
        distance: 21_381.4,
        total_elevation_gain: 310,
        average_hr: 140,
        max_hr: 171,
      },
    },
  ]);
});

it.each([
  [{ timeOffsetInMinutes: null }, null, { calendar_date: '2026-03-29', timezone_offset: null }],
  [{ timeOffsetInMinutes: null }, 'Asia/Kolkata', { calendar_date: '2026-03-30', timezone_offset: 19_800 }],
  [{ timeOffsetInMinutes: 0 }, 'Asia/Kolkata', { calendar_date: '2026-03-29', timezone_offset: 0 }],
  [{ stopTime: null }, null, { time_end: '2026-03-30T01:30:00.400+02:00' }],
  [{ hrdata: null }, null, { average_hr: null, max_hr: null }],
  [{ hrdata: { workoutAvgHR: 139, workoutMaxHR: 170, max: 190 } }, null, { average_hr: 139, max_hr: 170 }],
  [{ activityId: 5 }, null, { sport: { slug: 'other', name: 'Other' } }],
  [{ activityId: 23 }, null, { sport: { slug: 'strength_training', name: 'Strength training' } }],
  [{ activityId: 9999 }, null, { sport: { slug: 'other', name: 'Other' } }],
  [
    { totalDistance: 0, energyConsumption: null, totalTime: null },
    null,
    { distance: 0, calories: null, moving_time: null },
  ],
])('reads a workout with %o, in %s', (fields, timezone, expected) => {
  expect(workouts(fields, timezone)).toMatchObject([{ item: expected }]);
});

it.each([
  ['sleep', undefined],
  ['sleep', {}],
  ['sleep', [{ timestamp: 'today', entryData: {} }]],
  ['movement', [{ timestamp: night.BedtimeStart }]],
  ['workouts', []],
  ['workouts', { payload: [{ workoutKey: '', startTime: 1 }] }],
])('refuses an answer of %s that is %o', (collection, body) => {
  const context = { window, account: 'ada', cursor: null };
  expect(() => suunto.collections[collection]?.read(body, context)).toThrow(z.core.$ZodError);
});

it('reads what was lived', async () => {
  const { reading, records } = scene();
  const { days } = records.life;
  const nights = await readItems(reading, 'sleep');
  for (const { item } of nights) assertInContract('sleep', item);
  expect(nights.map(({ day, item }) => [day, item['total'], item['awake']])).toEqual(
    days.flatMap(({ date, night: slept }) =>
      slept ? [[date, slept.stages.light + slept.stages.deep + slept.stages.rem, slept.stages.awake]] : [],
    ),
  );
  const moved = await readItems(reading, 'activity');
  for (const { item } of moved) assertInContract('activity', item);
  expect(moved.map(({ day, item }) => [day, item['steps']])).toEqual(
    days.map((day) => [day.date, day.measured('steps').reduce((sum, { value }) => sum + value, 0)]),
  );
  const done = await readItems(reading, 'workouts');
  for (const { item } of done) assertInContract('workouts', item);
  expect(new Map(done.map(({ day, item }) => [day, item['calories']]))).toEqual(
    new Map(days.flatMap(({ date, workout: trained }) => (trained ? [[date, trained.kilocalories]] : []))),
  );
  for (const resource of ['heartrate', 'steps']) {
    const samples = await readItems(reading, resource);
    for (const { item } of samples) assertInContract(resource, item);
    expect(new Set(samples.map(({ item }) => Date.parse(String(item['timestamp']))))).toEqual(
      new Set(days.flatMap((day) => day.measured(resource).map(({ at }) => at))),
    );
  }
});

it('turns the pages of many workouts, late and deleted ones too', async () => {
  const { reading, records, simulator } = scene();
  const [first] = records.workouts;
  const many = Array.from({ length: 250 }, (_, at) => ({
    ...first!,
    workoutKey: `late-${at}`,
    startTime: Date.parse('2026-03-20T08:00:00Z') + at,
  }));
  records.workouts.splice(0, 1, ...many);
  const items = await readItems(reading, 'workouts');
  expect(items).toHaveLength(records.workouts.length);
  expect(items.some(({ id }) => id === first!.workoutKey)).toBe(false);
  expect(simulator.requests.some(({ url }) => url.includes('offset=200'))).toBe(true);
});

const refusal = async (reading: Promise<unknown>) => {
  const error: unknown = await reading.catch((thrown: unknown) => thrown);
  if (!(error instanceof Refused)) throw error;
  return error.answer;
};

it('takes a success that says error for none', async () => {
  const { reading, records } = scene();
  records.error = 'INTERNAL';
  const answer = await refusal(readItems(reading, 'sleep'));
  expect([answer.status, suunto.classify?.(answer)?.kind]).toEqual([200, 'later']);
  const headers = new Headers();
  for (const body of [[], { payload: [], error: null }, undefined])
    expect(suunto.classify?.({ status: 200, headers, body })).toBeUndefined();
});

it('hears refusals', async () => {
  const { reading, simulator } = scene();
  expect((await refusal(readItems({ ...reading, token: 'other' }, 'sleep'))).status).toBe(401);
  simulator.refuseNext(1);
  expect((await refusal(readItems(reading, 'sleep'))).status).toBe(429);
  const longer = { to: '/247samples/sleep', query: { from: 0, to: 29 * 86_400_000 } };
  expect((await exchange({ simulator, token: 'token' }, longer)).status).toBe(400);
});

it('names the header of the key without which nothing is answered', async () => {
  const { simulator } = scene('the key');
  const ask = (headers: Record<string, string>) =>
    exchange({ simulator, token: 'token' }, { to: '/247samples/sleep', query: { from: 0, to: 1 }, headers });
  expect((await ask({ [suunto.apiKeyHeader ?? '']: 'the key' })).status).toBe(200);
  // The person's token is still valid. Only the application's key is wrong.
  for (const headers of [{}, { [suunto.apiKeyHeader ?? '']: 'another' }]) {
    const answer = await ask(headers);
    expect([answer.status, suunto.classify?.(answer)?.kind]).toEqual([401, 'application']);
  }
});

it('tells a used up quota from a kind of data that is refused', () => {
  const refused = (message: string) =>
    suunto.classify?.({ status: 403, headers: new Headers(), body: { statusCode: 403, message } });
  expect(refused('Out of call volume quota. Quota will be replenished in 01:00:00.')?.kind).toBe('later');
  expect(refused('Forbidden')).toBeUndefined();
});

it('takes the account from the answer of the token address', async () => {
  const api = { send: () => Promise.reject(new Error('nothing to ask')) };
  const where = { base: null, region: null };
  const read = (token: object) => signIn.readAccount({ token: { access_token: 'a', ...token }, api, where });
  await expect(read({ user: 'ada' })).resolves.toBe('ada');
  for (const user of ['', undefined, 7]) await expect(read({ user })).rejects.toThrow(z.core.$ZodError);
  expect(
    signIn.grantedScopes?.({
      callback: new URLSearchParams(),
      token: { access_token: 'a', scope: 'workout' },
    }),
  ).toBeNull();
});

const request = (body: string, signature?: string) => ({
  method: 'POST',
  headers: new Headers(signature === undefined ? {} : { 'x-hmac-sha256-signature': signature }),
  query: new URLSearchParams(),
  body,
});
const body = JSON.stringify({ type: 'WORKOUT_CREATED', username: 'ada', workout: { workoutKey: 'abc' } });

it.each([
  ['right', hmacSha256('secret', body, 'hex'), 'signed'],
  ['right, in capitals', hmacSha256('secret', body, 'hex').toUpperCase(), 'signed'],
  ['of another secret', hmacSha256('other', body, 'hex'), 'forged'],
  ['of another body', hmacSha256('secret', '{}', 'hex'), 'forged'],
  ['absent', undefined, 'forged'],
])('verifies a notice whose signature is %s', (_, signature, expected) => {
  const now = new Date();
  expect(suunto.notices?.verify(request(body, signature), 'secret', now)).toBe(expected);
  expect(suunto.notices?.verify(request(body, signature), null, now)).toBe('hint');
});

it.each([
  ['WORKOUT_CREATED', ['workouts']],
  ['SUUNTO_247_SLEEP_CREATED', ['sleep']],
  ['SUUNTO_247_ACTIVITY_CREATED', ['activity', 'heartrate', 'steps']],
])('reads a notice of %s', (type, resources) => {
  const told = suunto.notices?.read(request(JSON.stringify({ type, username: 'ada' })));
  expect(told).toEqual([{ account: 'ada', is: 'changed', resources }]);
  for (const resource of resources) expect(suunto.resources).toHaveProperty(resource);
});

it('makes nothing of a notice of something else, and refuses what is none', () => {
  expect(suunto.notices?.read(request(JSON.stringify({ type: 'ROUTE_CREATED', username: 'ada' })))).toEqual(
    [],
  );
  for (const none of ['', '{}', '{"type":"WORKOUT_CREATED"}'])
    expect(() => suunto.notices?.read(request(none))).toThrow(z.core.$ZodError);
});

it('ends a grant as the person, with the application’s id', () => {
  const tokens = { account: 'ada', accessToken: 'a', refreshToken: 'r' };
  expect(signIn.revoke?.(tokens)).toEqual({ to: { address: 'revoke' }, as: 'person-with-client-id' });
});
