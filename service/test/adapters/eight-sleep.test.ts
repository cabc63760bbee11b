import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { eightSleep } from '../../src/adapters/eight-sleep.js';
import type { PasswordSignIn } from '../../src/adapters/sign-in.js';
import { addDays } from '../../src/work/index.js';
import { assertInContract, itemsOf } from './mapping.js';
import { readItems } from './reading.js';
import { createEightSleepSimulator } from './simulators/eight-sleep.js';

const signIn = eightSleep.signIn as PasswordSignIn;
const session = {
  id: 'one',
  ts: '2026-03-28T22:30:00.000Z',
  stages: [
    { stage: 'out', duration: 60 },
    { stage: 'awake', duration: 600 },
    { stage: 'light', duration: 10_800 },
    { stage: 'deep', duration: 5400 },
    { stage: 'awake', duration: 300 },
    { stage: 'rem', duration: 7200 },
    { stage: 'out', duration: 900 },
  ],
  timeseries: {
    heartRate: [
      ['2026-03-28T23:00:00.000Z', 60],
      ['2026-03-29T03:00:00.000Z', 50.5],
      ['2026-03-29T05:00:00.000Z', 0],
    ],
    rmssd: [['2026-03-29T03:00:00.000Z', 41.26]],
    respiratoryRate: [['2026-03-29T03:00:00.000Z', null]],
  },
};
const day = { day: '2026-03-29', score: 81, mainSessionId: 'one', sessions: [session] };
const read = (resource: string, days: readonly object[], timezone: string | null = null) =>
  itemsOf(eightSleep, resource, { answers: { days: { days } }, timezone });

it('reads a night, on the person’s clock, that begins and ends in bed', () => {
  expect(read('sleep', [day], 'Europe/Berlin')).toEqual([
    {
      day: '2026-03-29',
      id: 'one',
      item: {
        calendar_date: '2026-03-29',
        timezone_offset: 7200,
        bedtime_start: '2026-03-28T23:31:00+01:00',
        bedtime_stop: '2026-03-29T07:16:00+02:00',
        duration: 24_300,
        total: 23_400,
        awake: 900,
        light: 10_800,
        rem: 7200,
        deep: 5400,
        efficiency: 0.963,
        latency: 600,
        score: 81,
        hr_lowest: 50.5,
        hr_average: 55.3,
        average_hrv: 41.3,
        respiratory_rate: null,
      },
    },
  ]);
});

it.each([
  [null, '2026-03-29', null],
  ['Asia/Tokyo', '2026-03-29', 32_400],
  ['Pacific/Honolulu', '2026-03-28', -36_000],
])('puts a night under the day on which it ends in %s', (timezone, expected, offset) => {
  expect(read('sleep', [day], timezone)).toMatchObject([
    { day: expected, item: { calendar_date: expected, timezone_offset: offset } },
  ]);
});

it('keeps the longest session of a day, with the score of the main one only', () => {
  const nap = {
    ...session,
    id: 'nap',
    ts: '2026-03-29T13:00:00.000Z',
    stages: [{ stage: 'light', duration: 1800 }],
  };
  for (const sessions of [
    [nap, session],
    [session, nap],
  ])
    expect(read('sleep', [{ ...day, sessions }])).toMatchObject([{ id: 'one' }]);
  expect(read('sleep', [{ ...day, mainSessionId: 'nap' }])).toMatchObject([{ item: { score: null } }]);
});

it.each([
  ['a day that is worked on', { ...day, processing: true }],
  ['a day without sessions', { ...day, sessions: null }],
  ['a session without a beginning', { ...day, sessions: [{ ...session, ts: null }] }],
  [
    'a session in which nobody slept',
    { ...day, sessions: [{ ...session, stages: [{ stage: 'awake', duration: 60 }] }] },
  ],
  ['a session out of bed', { ...day, sessions: [{ ...session, stages: [{ stage: 'out', duration: 60 }] }] }],
])('makes no night of %s', (_, of) => {
  expect(read('sleep', [of])).toEqual([]);
  expect(read('heartrate', [of])).toEqual([]);
});

it('takes the text “None” for what is missing, and loses nothing beside it', () => {
  const none = 'None';
  const { heartRate } = session.timeseries;
  const timeseries = {
    heartRate: [...heartRate, ['2026-03-29T05:10:00.000Z', none]],
    rmssd: none,
    respiratoryRate: [['2026-03-29T03:00:00.000Z', none]],
  };
  const days = [
    { day: '2026-03-27', score: none, processing: none, mainSessionId: none, sessions: none },
    { ...day, score: none, processing: none, sessions: [{ ...session, timeseries }] },
    { ...day, sessions: [{ ...session, id: 'two', ts: none, stages: none, timeseries: none }] },
  ];
  const context = { window: { from: '2026-03-29', until: '2026-03-29' }, account: 'ada', cursor: null };
  const page = eightSleep.collections['days']?.read({ days }, context);
  expect([page?.records.length, page?.misfits]).toEqual([3, []]);
  expect(read('sleep', days)).toMatchObject([
    { item: { score: null, hr_lowest: 50.5, average_hrv: null, respiratory_rate: null } },
  ]);
  expect(read('heartrate', days)).toHaveLength(2);
});

it('reads what was measured, and nothing where nothing could be', () => {
  expect(read('heartrate', [day]).map(({ id, item }) => [id, item['value'], item['unit']])).toEqual([
    [String(Date.parse('2026-03-28T23:00:00Z')), 60, 'bpm'],
    [String(Date.parse('2026-03-29T03:00:00Z')), 50.5, 'bpm'],
  ]);
});

it.each([
  undefined,
  {},
  { days: [{ sessions: [{ id: '' }] }] },
  { days: [{ sessions: [{ id: 'a', ts: 'now' }] }] },
])('refuses an answer that is %o', (body) => {
  const context = { window: { from: '2026-03-29', until: '2026-03-29' }, account: 'ada', cursor: null };
  expect(() => eightSleep.collections['days']?.read(body, context)).toThrow(z.core.$ZodError);
});

it('reads what was slept, at home and on journeys, late nights too', async () => {
  const until = '2026-04-10';
  const simulator = createEightSleepSimulator({ until });
  simulator.people.add('ada@example.com', { id: 'ada', password: 'secret' });
  const { token } = simulator.people.begin('ada', 60);
  const mounted = {
    app: {
      fetch(request: Request) {
        const url = new URL(request.url);
        return simulator.app.fetch(new Request(new URL(`/client${url.pathname}${url.search}`, url), request));
      },
    },
  };
  const window = { from: addDays(until, -60), until };
  const scene = { adapter: eightSleep, simulator: mounted, token, account: 'ada', window, timezone: 'UTC' };
  const records = simulator.records('ada');
  const late = records.trends.at(-1) ?? expect.fail();
  late.processing = true;
  const before = await readItems(scene, 'sleep');
  late.processing = false;
  const nights = await readItems(scene, 'sleep');
  expect(nights).toHaveLength(before.length + 1);
  for (const { item } of nights) assertInContract('sleep', item);
  const ids = new Set(records.trends.map(({ mainSessionId }) => mainSessionId));
  expect(nights.filter(({ id }) => !ids.has(id))).toEqual([]);
  expect(nights.length).toBeGreaterThan(45);
});

it('signs in with the application of the settings, and asks for nothing but a session', async () => {
  const asked: object[] = [];
  const api = {
    send: (request: object) => {
      asked.push(request);
      return Promise.resolve({ access_token: 'the-token', expires_in: 3600, userId: 'ada' });
    },
  };
  const client = { clientId: 'id', clientSecret: 'of the app' };
  const by = { username: 'ada@example.com', password: 'secret' };
  expect(await signIn.signIn(by, { api, client, now: 1000 })).toEqual({
    type: 'success',
    account: 'ada',
    session: { token: 'the-token', expiresAt: 3_601_000, kept: null },
  });
  expect(asked).toEqual([
    {
      to: { address: 'token' },
      json: { client_id: 'id', client_secret: 'of the app', grant_type: 'password', ...by },
      as: 'nobody',
    },
  ]);
  const other = { send: () => Promise.resolve({ access_token: 't', expires_in: 1, userId: '../x' }) };
  await expect(signIn.signIn(by, { api: other, client, now: 0 })).rejects.toThrow(z.core.$ZodError);
});

it.each([
  [400, { error: 'invalid_grant' }, 'token'],
  [401, { error: 'invalid_client' }, 'application'],
  [400, { error: 'unauthorized_client' }, 'application'],
  [400, { error: 'invalid_request' }, undefined],
  [401, { error: 'Unauthorized' }, undefined],
  [429, { code: 'Too Many Requests' }, undefined],
])('takes %i with %o for %s', (status, body, kind) => {
  expect(eightSleep.classify?.({ status, headers: new Headers(), body })?.kind).toBe(kind);
});
