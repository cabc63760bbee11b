import fc from 'fast-check';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import type { PageContext } from '../../src/adapters/collection.js';
import type { OauthSignIn } from '../../src/adapters/sign-in.js';
import { ultrahuman } from '../../src/adapters/ultrahuman.js';
import { addDays } from '../../src/work/index.js';
import { assertInContract, itemsOf } from './mapping.js';
import { exchange, readItems, type Refused } from './reading.js';
import { createUltrahumanSimulator } from './simulators/ultrahuman.js';

const until = '2026-04-10';
const window = { from: addDays(until, -99), until };
function scene() {
  const simulator = createUltrahumanSimulator({
    accountOf: (token) => (token === 'token' ? '7' : undefined),
    until,
  });
  const reading = { adapter: ultrahuman, simulator, token: 'token', account: '7', window };
  return { simulator, reading, records: simulator.records('7') };
}
const signIn = ultrahuman.signIn as OauthSignIn;

const date = '2026-03-29';
/** The items made from a day with these kinds of data. */
const read = (resource: string, metric_data: readonly object[], timezone: string | null = null) =>
  itemsOf(ultrahuman, resource, {
    answers: { days: { data: { metric_data } } },
    window: { from: date, until: date },
    timezone,
  });
const epoch = (text: string): number => Date.parse(text) / 1000;
/** Midnight in Berlin. The clocks change two hours later. */
const midnight = epoch('2026-03-28T23:00:00Z');
const metric = (type: string, object: object): object => ({
  type,
  object: { day_start_timestamp: midnight, ...object },
});
const stages = [
  { type: 'deep_sleep', stage_time: 3600 },
  { type: 'light_sleep', stage_time: 16_200 },
  { type: 'rem_sleep', stage_time: 5400 },
  { type: 'awake', stage_time: 1800 },
];
const night = {
  type: 'Sleep',
  object: {
    bedtime_start: epoch('2026-03-28T22:00:00Z'),
    bedtime_end: epoch('2026-03-29T05:30:00Z'),
    quick_metrics: [
      { type: 'time_in_bed', value: 27_001 },
      { type: 'sleep_efic', value: 93 },
    ],
    sleep_stages: stages,
    sleep_score: { score: 81 },
    hr_graph: { data: [{ value: 50 }, { value: 55 }, { value: null }] },
  },
};
const sleeping = (fields: object): object => ({ type: 'Sleep', object: { ...night.object, ...fields } });

it('reads a night, by its stages and the clock of its day', () => {
  expect(read('sleep', [metric('hr', { values: [] }), night])).toEqual([
    {
      day: date,
      id: date,
      item: {
        calendar_date: date,
        timezone_offset: 3600,
        bedtime_start: '2026-03-28T23:00:00+01:00',
        bedtime_stop: '2026-03-29T06:30:00+01:00',
        duration: 27_000,
        total: 25_200,
        awake: 1800,
        light: 16_200,
        rem: 5400,
        deep: 3600,
        latency: null,
        efficiency: 0.933,
        score: 81,
        hr_lowest: 50,
        hr_average: 52.5,
        average_hrv: null,
        respiratory_rate: null,
      },
    },
  ]);
});

it.each([
  [
    'no stages',
    {
      sleep_stages: null,
      quick_metrics: [
        { type: 'total_sleep', value: 25_000 },
        { type: 'sleep_efic', value: 93 },
      ],
    },
    { duration: 25_000, total: 25_000, awake: null, light: null, rem: null, deep: null, efficiency: 0.93 },
  ],
  ['no heart rates', { hr_graph: null }, { hr_lowest: null, hr_average: null }],
  ['no score', { sleep_score: null }, { score: null }],
  ['no deep sleep', { sleep_stages: stages.slice(1) }, { deep: null, total: 21_600, duration: 23_400 }],
])('reads a night with %s', (_, fields, expected) => {
  expect(read('sleep', [sleeping(fields)], 'Europe/Berlin')).toMatchObject([{ day: date, item: expected }]);
});

it.each([
  ['that was none', { bedtime_start: null, bedtime_end: null }],
  ['without an end', { bedtime_end: null }],
  ['of which nothing is known', { sleep_stages: [], quick_metrics: [] }],
])('leaves out a night %s', (_, fields) => {
  expect(read('sleep', [sleeping(fields)])).toEqual([]);
});

it('keeps the longest of a day: the other is a nap', () => {
  const nap = sleeping({
    bedtime_start: epoch('2026-03-29T12:00:00Z'),
    bedtime_end: epoch('2026-03-29T12:40:00Z'),
    sleep_stages: [{ type: 'light_sleep', stage_time: 2400 }],
  });
  for (const order of [
    [nap, night],
    [night, nap],
  ])
    expect(read('sleep', order).map(({ item }) => item['duration'])).toEqual([27_000]);
});

it('adds up a day of movement', () => {
  const values = (...numbers: number[]) => ({
    values: numbers.map((value, at) => ({ value, timestamp: midnight + 300 * at })),
  });
  const items = read('activity', [
    metric('steps', values(114, 25, 0)),
    metric('hr', values(81, 94, 60)),
    metric('sleep_rhr', { value: 52 }),
    metric('something_new', { anything: true }),
  ]);
  expect(items).toEqual([
    {
      day: date,
      id: date,
      item: {
        calendar_date: date,
        timezone_offset: 3600,
        calories_total: null,
        calories_active: null,
        steps: 139,
        distance: null,
        floors_climbed: null,
        low: null,
        medium: null,
        high: null,
        heart_rate: { min_bpm: 60, avg_bpm: 78.3, max_bpm: 94, resting_bpm: 52 },
      },
    },
  ]);
  expect(read('activity', [metric('steps', values(0))])).toMatchObject([
    { item: { steps: 0, heart_rate: null } },
  ]);
  expect(read('activity', [metric('hr', values(70))])).toMatchObject([{ item: { steps: null } }]);
  // Ultrahuman's own sum of the day counts if there is one.
  for (const total of [150, 0])
    expect(read('activity', [metric('steps', { ...values(114, 25), total })])).toMatchObject([
      { item: { steps: total } },
    ]);
  expect(read('activity', [metric('steps', { values: [], total: 150 })])).toMatchObject([
    { item: { steps: 150 } },
  ]);
  expect(read('activity', [])).toEqual([]);
});

it.each([
  [{ day_start_timestamp: epoch('2026-03-28T20:00:00Z') }, null, 14_400],
  [{ day_start_timestamp: epoch('2026-03-29T09:30:00Z') }, null, -34_200],
  [{ day_start_timestamp: epoch('2026-03-29T00:00:00Z') }, null, 0],
  // Neither this timestamp nor the next one is midnight of that day.
  [{ day_start_timestamp: epoch('2026-03-27T00:00:00Z') }, 'Europe/Berlin', 7200],
  [{ day_start_timestamp: midnight + 7 }, null, null],
  [{ day_start_timestamp: null }, 'Asia/Kolkata', 19_800],
])('takes the clock of a day from %o in %s', (object, timezone, offset) => {
  const values = [{ value: 70, timestamp: epoch('2026-03-29T10:00:00Z') }];
  const items = read('heartrate', [metric('hr', { values, ...object })], timezone);
  expect(items).toMatchObject([{ item: { timezone_offset: offset, value: 70, unit: 'bpm' } }]);
  expect(Date.parse(String(items[0]?.item['timestamp']))).toBe(Date.parse('2026-03-29T10:00:00Z'));
});

it.each([
  [undefined, 120, 6.66],
  ['mg/dL', 120, 6.66],
  ['mmol/L', 5.5, 5.5],
])('reads glucose in %s', (unit, value, expected) => {
  const values = [{ value, timestamp: midnight }];
  expect(read('glucose', [metric('glucose', { values, unit })])).toMatchObject([
    { day: date, id: `glucose-${midnight}`, item: { value: expected, unit: 'mmol/L' } },
  ]);
});

it.each([
  [undefined],
  ['none'],
  [{}],
  [{ data: {} }],
  [{ data: { days: [] } }],
  [{ data: [] }],
  [{ data: { metric_data: {} } }],
  [{ data: { metrics: [] } }],
  [{ data: { metric_data: [metric('hr', { values: [{ value: 1 }] })] } }],
])('refuses the answer %o', (body) => {
  const context = { window, account: '7', cursor: null };
  expect(() => ultrahuman.collections['days']?.read(body, context)).toThrow(z.core.$ZodError);
});

it.each([
  [{ data: null }],
  [{ data: { metric_data: null } }],
  [{ data: { metric_data: [] } }],
  [{ data: { metrics: null } }],
  [{ data: { metrics: {} } }],
  [{ data: { metrics: { '2020-01-01': [night] }, latest_time_zone: 'UTC' } }],
])('takes %o for a day without anything', (body) => {
  for (const resource of Object.keys(ultrahuman.resources))
    expect(itemsOf(ultrahuman, resource, { answers: { days: body } })).toEqual([]);
});

it('reads the kinds of data of a day from among those of several days', () => {
  const values = [70, null, 80].map((value, at) => ({ value, timestamp: midnight + 300 * at }));
  const of = (resource: string) =>
    itemsOf(ultrahuman, resource, {
      answers: {
        days: {
          data: {
            metrics: {
              [addDays(date, -1)]: [metric('hr', { values: [{ value: 1, timestamp: midnight }] })],
              [date]: [{ ...night, type: 'sleep' }, metric('hr', { values })],
            },
            latest_time_zone: 'Europe/Berlin',
          },
          error: null,
          status: 200,
        },
      },
      window: { from: date, until: date },
    });
  expect(of('sleep')).toEqual(read('sleep', [metric('hr', { values: [] }), night]));
  expect(of('heartrate').map(({ item }) => item['value'])).toEqual([70, 80]);
});

it.each([
  [[metric('sleep_rhr', { value: 52 }), metric('night_rhr', { avg: 54 })], 52],
  [[metric('night_rhr', { avg: 54 }), metric('sleep_rhr', { value: 52 })], 52],
  [[metric('sleep_rhr', { value: null }), metric('night_rhr', { avg: 54 })], 54],
  [[metric('night_rhr', { values: [], avg: 54 })], 54],
  [[], null],
])('takes the resting heart rate from %j', (metrics, resting_bpm) => {
  const values = [{ value: 70, timestamp: midnight }];
  expect(read('activity', [metric('hr', { values }), ...metrics])).toMatchObject([
    { item: { heart_rate: { resting_bpm } } },
  ]);
});

it.each([
  [200, { data: null, error: null, status: 200 }, undefined],
  [200, { data: null, error: null, status: 'ok' }, undefined],
  [200, { data: null }, undefined],
  [200, { data: null, error: 'Internal Server Error', status: 500 }, 'later'],
  [200, { data: null, error: 'Something went wrong' }, 'later'],
  [200, { data: null, error: null, status: 429 }, 'later'],
  [200, { data: null, error: 'User not found', status: 404 }, 'permanent'],
  [200, { error: 'Unauthorized', status: 401 }, 'token'],
  [404, { error: 'Not Found', status: 404 }, undefined],
  [200, undefined, undefined],
])('takes %i with %j for %s', (status, body, kind) => {
  expect(ultrahuman.classify?.({ status, headers: new Headers(), body })?.kind).toBe(kind);
});

it('asks for every day of a window once', () => {
  const { days } = ultrahuman.collections;
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 40 }), (length) => {
      const wanted = { from: '2026-02-20', until: addDays('2026-02-20', length) };
      const asked: unknown[] = [];
      let cursor: string | null = null;
      do {
        const context: PageContext = { window: wanted, account: '7', cursor };
        asked.push(days?.request(context).query?.['date']);
        cursor = days?.read({ data: null }, context).next ?? null;
      } while (cursor !== null);
      expect(asked).toEqual(Array.from({ length: length + 1 }, (_, at) => addDays('2026-02-20', at)));
    }),
  );
});

it('reads what was lived', async () => {
  const { reading, records } = scene();
  const lived = new Map(records.life.days.map((day) => [day.date, day]));
  const nights = await readItems(reading, 'sleep');
  expect(nights.map(({ day }) => day)).toEqual(
    [...lived.values()].flatMap(({ date: day, night: slept }) => (slept ? [day] : [])),
  );
  for (const { day, item } of nights) {
    assertInContract('sleep', item);
    const { stages: real, start, stop } = lived.get(day)!.night!;
    expect(item).toMatchObject({ light: real.light, rem: real.rem, deep: real.deep, awake: real.awake });
    expect(Date.parse(String(item['bedtime_start']))).toBe(start.at);
    expect(Date.parse(String(item['bedtime_stop']))).toBe(stop.at);
  }
  const days = await readItems(reading, 'activity');
  expect(days.map(({ day, item }) => [day, item['steps']])).toEqual(
    [...lived.values()].map((day) => [
      day.date,
      day.measured('steps').reduce((sum, { value }) => sum + value, 0),
    ]),
  );
  for (const resource of ['heartrate', 'steps', 'glucose']) {
    const samples = await readItems(reading, resource);
    for (const { item } of samples) assertInContract(resource, item);
    expect(samples.map(({ item }) => Date.parse(String(item['timestamp'])))).toEqual(
      [...lived.values()].flatMap((day) => day.measured(resource).map(({ at }) => at)),
    );
  }
});

it('takes over a night that came late or was corrected, under the same id', async () => {
  const { reading, records } = scene();
  const before = await readItems(reading, 'sleep');
  const slept = records.days.get(until)!.find(({ type }) => type === 'Sleep')!;
  slept.object['bedtime_start'] = Number(slept.object['bedtime_start']) - 600;
  slept.object['sleep_score'] = { score: 12 };
  const after = await readItems(reading, 'sleep');
  expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
  expect(after.at(-1)?.item['score']).toBe(12);
});

it('learns who it is, and hears refusals', async () => {
  const { simulator, reading } = scene();
  const api = {
    send: async (request: Parameters<typeof exchange>[1]) =>
      (await exchange({ simulator, token: 'token' }, request)).body,
  };
  const where = { base: null, region: null };
  await expect(signIn.readAccount({ token: { access_token: 'a' }, api, where })).resolves.toBe('7');
  const nobody = { send: () => Promise.resolve({ user_id: null }) };
  await expect(signIn.readAccount({ token: { access_token: 'a' }, api: nobody, where })).rejects.toThrow(
    z.core.$ZodError,
  );
  const status = (tried: Promise<unknown>) =>
    tried.catch((error: unknown) => (error as Refused).answer.status);
  expect(await status(readItems({ ...reading, token: 'other' }, 'sleep'))).toBe(401);
  simulator.refuseNext(1);
  expect(await status(readItems(reading, 'sleep'))).toBe(429);
  expect((await exchange({ simulator, token: 'token' }, { to: '/user_data/metrics' })).status).toBe(400);
});

it('ends a grant with the application in the form', () => {
  expect(signIn.revoke?.({ account: '7', accessToken: 'access', refreshToken: 'refresh' })).toMatchObject({
    form: { token: 'access' },
    as: 'application-by-form',
  });
});
