import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { hmacSha256 } from '../../src/adapters/signatures.js';
import type { OauthSignIn } from '../../src/adapters/sign-in.js';
import { strava } from '../../src/adapters/strava.js';
import { addDays } from '../../src/work/index.js';
import { assertInContract, itemsOf } from './mapping.js';
import { exchange, readItems, Refused } from './reading.js';
import { createStravaSimulator } from './simulators/strava.js';

const until = '2026-04-10';
const window = { from: addDays(until, -99), until };
function scene(shortBy = 0) {
  const simulator = createStravaSimulator({
    accountOf: (token) => (token === 'token' ? '134815' : undefined),
    until,
    shortBy,
  });
  const reading = { adapter: strava, simulator, token: 'token', account: '134815', window };
  return { simulator, reading, records: simulator.records('134815') };
}
const signIn = strava.signIn as OauthSignIn;

// From the samples in Strava's documentation.
const activity = {
  id: 154504250376823,
  name: 'Happy Friday',
  distance: 24_931.4,
  moving_time: 4500,
  elapsed_time: 4501,
  total_elevation_gain: 0,
  type: 'Ride',
  sport_type: 'MountainBikeRide',
  start_date: '2026-05-02T12:15:09Z',
  start_date_local: '2026-05-02T05:15:09Z',
  timezone: '(GMT-08:00) America/Los_Angeles',
  utc_offset: -25_200,
  average_heartrate: 140.34,
  max_heartrate: 178,
};
const read = (fields: object, timezone: string | null = null) =>
  itemsOf(strava, 'workouts', { answers: { activities: [{ ...activity, ...fields }] }, timezone });

it('reads the sample of the documentation', () => {
  expect(read({})).toEqual([
    {
      day: '2026-05-02',
      id: '154504250376823',
      item: {
        calendar_date: '2026-05-02',
        timezone_offset: -25_200,
        title: 'Happy Friday',
        sport: { slug: 'mountain_bike_ride', name: 'Mountain bike ride' },
        time_start: '2026-05-02T05:15:09-07:00',
        time_end: '2026-05-02T06:30:10-07:00',
        moving_time: 4500,
        calories: null,
        distance: 24_931.4,
        total_elevation_gain: 0,
        average_hr: 140.3,
        max_hr: 178,
      },
    },
  ]);
});

it.each([
  // The start, the time on the person's clock, the person's zone, then the expected day and offset.
  ['2026-03-29T00:30:00Z', '2026-03-29T01:30:00Z', null, '2026-03-29', 3600],
  ['2026-03-29T22:30:00Z', '2026-03-30T00:30:00Z', null, '2026-03-30', 7200],
  ['2026-03-29T03:30:00Z', '2026-03-28T23:30:00Z', null, '2026-03-28', -14_400],
  ['2026-03-29T03:30:00Z', '2026-03-29T09:00:00Z', null, '2026-03-29', 19_800],
  ['2026-03-29T22:30:00Z', null, 'Europe/Berlin', '2026-03-30', 7200],
  ['2026-03-29T22:30:00Z', null, null, '2026-03-29', null],
])(
  'puts what begins at %s, locally %s, in %s, on a day',
  (start_date, start_date_local, timezone, day, offset) => {
    expect(read({ start_date, start_date_local }, timezone)).toMatchObject([
      { day, item: { calendar_date: day, timezone_offset: offset } },
    ]);
  },
);

it.each([
  [{ sport_type: 'Run' }, 'running'],
  [{ sport_type: 'TrailRun' }, 'trail_running'],
  [{ sport_type: 'WeightTraining' }, 'strength_training'],
  [{ sport_type: null }, 'cycling'],
  [{ sport_type: 'Pickleball' }, 'pickleball'],
  [{ sport_type: null, type: null }, 'other'],
])('names the sport of %o', (fields, slug) => {
  expect(read(fields)).toMatchObject([{ item: { sport: { slug } } }]);
});

it('leaves null what is missing, and zero what is zero', () => {
  const { id, start_date, elapsed_time } = activity;
  const [item] = itemsOf(strava, 'workouts', {
    answers: { activities: [{ id, start_date, elapsed_time: 0 * elapsed_time }] },
  });
  expect(item?.item).toMatchObject({
    title: null,
    moving_time: null,
    calories: null,
    distance: null,
    total_elevation_gain: null,
    average_hr: null,
    max_hr: null,
    time_end: '2026-05-02T12:15:09Z',
  });
  expect(read({ distance: 0, moving_time: 0 })).toMatchObject([{ item: { distance: 0, moving_time: 0 } }]);
});

it.each([[undefined], [{}], [[{ id: 1 }]], [[{ ...activity, start_date: 'Friday' }]]])(
  'refuses the list %o',
  (body) => {
    const context = { window, account: '134815', cursor: null };
    expect(() => strava.collections['activities']?.read(body, context)).toThrow(z.core.$ZodError);
  },
);

it.each([0, 195])('reads every workout once, if pages are short by %i', async (shortBy) => {
  const { reading, records, simulator } = scene(shortBy);
  const items = await readItems(reading, 'workouts');
  for (const { item } of items) assertInContract('workouts', item);
  const done = records.life.days.flatMap(({ date, workout }) => (workout ? [{ date, ...workout }] : []));
  expect(items.map(({ day, item }) => [day, Date.parse(String(item['time_start']))])).toEqual(
    done.map(({ date, start }) => [date, start.at]),
  );
  for (const [at, { item }] of items.entries())
    expect(item).toMatchObject({
      timezone_offset: done[at]?.start.offset,
      sport: { slug: done[at]?.sport },
      moving_time: done[at]?.moving,
      calories: null,
      max_hr: done[at]?.maximumHeartRate,
    });
  expect(simulator.requests.some(({ url }) => url.includes('page=5'))).toBe(shortBy > 0);
});

it('takes over what changed, what came late and what was deleted', async () => {
  const { reading, records } = scene();
  const before = await readItems(reading, 'workouts');
  const [first, second] = records.activities;
  first!.name = 'Renamed';
  records.activities.splice(records.activities.indexOf(second!), 1);
  records.activities.push({
    ...first!,
    id: 7,
    start_date: '2026-04-01T08:00:00Z',
    start_date_local: '2026-04-01T10:00:00Z',
  });
  const after = new Map((await readItems(reading, 'workouts')).map((item) => [item.id, item]));
  expect(after.size).toBe(before.length);
  expect(after.get(String(first!.id))?.item['title']).toBe('Renamed');
  expect(after.has(String(second!.id))).toBe(false);
  expect(after.get('7')?.day).toBe('2026-04-01');
});

it.each([
  ['F', 'female'],
  ['M', 'male'],
  [null, null],
  ['X', null],
])('reads a person of sex %s', (sex, gender) => {
  expect(
    itemsOf(strava, 'profile', { answers: { athlete: { id: 134815, sex, weight: 70 } }, window }),
  ).toEqual([
    { day: until, id: 'profile', item: { height: null, birth_date: null, gender, time_zone: null } },
  ]);
});

const refusal = async (reading: Promise<unknown>) => {
  const error: unknown = await reading.catch((thrown: unknown) => thrown);
  if (!(error instanceof Refused)) throw error;
  return error.answer;
};

it('tells a missing scope from a token that is refused', async () => {
  const { reading, records } = scene();
  records.withoutActivities = true;
  const missing = await refusal(readItems(reading, 'workouts'));
  expect([missing.status, strava.classify?.(missing)?.kind]).toEqual([401, 'scope']);
  expect(await readItems(reading, 'profile')).toHaveLength(1);
  const unknown = await refusal(readItems({ ...reading, token: 'other' }, 'profile'));
  expect([unknown.status, strava.classify?.(unknown)]).toEqual([401, undefined]);
});

it('blames the application for nothing but what is its own', async () => {
  const { reading, simulator } = scene();
  const errors = [{ resource: 'Application', field: 'Status', code: 'Inactive' }];
  const headers = new Headers();
  expect(strava.classify?.({ status: 403, headers, body: { message: 'Forbidden', errors } })?.kind).toBe(
    'application',
  );
  simulator.refuseNext(1);
  const tooMany = await refusal(readItems(reading, 'workouts'));
  expect([tooMany.status, strava.classify?.(tooMany)]).toEqual([429, undefined]);
  simulator.breakNext(1);
  const broken = await refusal(readItems(reading, 'workouts'));
  expect([broken.status, strava.classify?.(broken)]).toEqual([503, undefined]);
});

const now = new Date('2026-04-10T23:50:00Z');
it.each([
  ['100,1000', '40,900', { seconds: 900, remaining: 60, resetAt: '2026-04-11T00:00:00Z' }],
  ['100,1000', '3,990', { seconds: 86_400, remaining: 10, resetAt: '2026-04-11T00:00:00Z' }],
  ['100,1000', '101,101', { seconds: 900, remaining: 0, resetAt: '2026-04-11T00:00:00Z' }],
  ['100', '4', { seconds: 900, remaining: 96, resetAt: '2026-04-11T00:00:00Z' }],
  ['many', 'few', undefined],
  ['', '', undefined],
])('reads a limit of %s of which %s is used', (limit, usage, expected) => {
  const headers = new Headers({ 'x-readratelimit-limit': limit, 'x-readratelimit-usage': usage });
  expect(strava.standing?.({ status: 200, headers, body: [] }, now)).toEqual(
    expected && { per: 'application', ...expected, resetAt: new Date(expected.resetAt) },
  );
  expect(strava.standing?.({ status: 200, headers: new Headers(), body: [] }, now)).toBeUndefined();
});

it('waits for the next quarter of an hour', async () => {
  const { simulator, reading } = scene();
  simulator.refuseNext(1);
  const tooMany = await refusal(readItems(reading, 'workouts'));
  expect(strava.standing?.(tooMany, new Date('2026-04-10T10:07:00Z'))).toEqual({
    per: 'application',
    seconds: 900,
    remaining: 0,
    resetAt: new Date('2026-04-10T10:15:00Z'),
  });
});

it.each([
  ['read,activity:read_all', ['read', 'activity:read_all', 'activity:read']],
  ['read,activity:read', ['read', 'activity:read']],
  ['read', ['read']],
  [null, []],
])('takes the scopes %s of the callback', (scope, granted) => {
  const callback = new URLSearchParams(scope === null ? {} : { scope });
  expect(signIn.grantedScopes?.({ callback, token: { access_token: 'a' } })).toEqual(granted);
});

it('takes the account from the answer to the code', async () => {
  const api = { send: () => Promise.reject(new Error('nothing to ask')) };
  const where = { base: null, region: null };
  // Strange values in a profile do not prevent a link.
  const athlete = { id: 134815, sex: 1 };
  const token = { access_token: 'a', athlete };
  await expect(signIn.readAccount({ token, api, where })).resolves.toBe('134815');
  const known = { send: () => Promise.resolve(athlete) };
  await expect(signIn.readImportedAccount?.({ claimed: '134815', api: known })).resolves.toBe('134815');
  await expect(signIn.readAccount({ token: { access_token: 'a' }, api, where })).rejects.toThrow(
    z.core.$ZodError,
  );
});

it.each([
  ['RefreshToken', 'dead'],
  ['Application', 'application'],
  ['AuthorizationCode', undefined],
])('reads the refusal of a %s', (resource, expected) => {
  const body = { message: 'Bad Request', errors: [{ resource, field: 'code', code: 'invalid' }] };
  expect(signIn.classifyTokenError?.(400, body)).toBe(expected);
  expect(signIn.classifyTokenError?.(502, undefined)).toBeUndefined();
});

it.each([
  ['refresh', 'refresh', 'refresh_token'],
  [null, 'access', 'access_token'],
])('ends a grant whose refresh token is %s with the %s token', (refreshToken, token, token_type_hint) => {
  expect(signIn.revoke?.({ account: '134815', accessToken: 'access', refreshToken })).toEqual({
    method: 'POST',
    to: { address: 'revoke' },
    form: { token, token_type_hint },
    as: 'application',
  });
});

const secret = 'the application’s secret';
const notice = (fields: object) =>
  JSON.stringify({
    aspect_type: 'create',
    event_time: 1,
    object_id: 1,
    object_type: 'activity',
    owner_id: 134815,
    subscription_id: 9,
    updates: {},
    ...fields,
  });
function noticeRequest(body: string, signature?: string) {
  const headers = new Headers(signature === undefined ? {} : { 'x-strava-signature': signature });
  return { method: 'POST', headers, query: new URLSearchParams(), body };
}
const signed = (body: string, at: Date, by = secret): string => {
  const time = Math.floor(at.getTime() / 1000);
  return `t=${time},v1=${hmacSha256(by, `${time}.${body}`, 'hex')}`;
};

it.each([
  ['right', (body: string) => signed(body, now), 'signed'],
  ['four minutes old', (body: string) => signed(body, new Date(now.getTime() - 240_000)), 'signed'],
  ['six minutes old', (body: string) => signed(body, new Date(now.getTime() - 360_000)), 'hint'],
  ['from the future', (body: string) => signed(body, new Date(now.getTime() + 360_000)), 'hint'],
  ['of a key that Strava tells nobody', (body: string) => signed(body, now, 'other'), 'hint'],
  ['of another body', () => signed('{}', now), 'hint'],
  ['no signature', () => 'v1=00', 'hint'],
  ['absent, as Strava documents none', () => undefined, 'hint'],
])('verifies a notice whose signature is %s', (_, sign, expected) => {
  const body = notice({});
  expect(strava.notices?.verify(noticeRequest(body, sign(body)), secret, now)).toBe(expected);
  expect(strava.notices?.verify(noticeRequest(body, sign(body)), null, now)).toBe('hint');
});

it.each([
  [{}, [{ account: '134815', is: 'changed', resources: ['workouts'] }]],
  [{ aspect_type: 'delete' }, [{ account: '134815', is: 'changed', resources: ['workouts'] }]],
  [
    { object_type: 'athlete', aspect_type: 'update', updates: { authorized: 'false' } },
    [{ account: '134815', is: 'ended' }],
  ],
  [{ object_type: 'athlete', aspect_type: 'delete' }, [{ account: '134815', is: 'ended' }]],
  [{ object_type: 'athlete', aspect_type: 'update' }, []],
])('reads the notice %o', (fields, expected) => {
  expect(strava.notices?.read(noticeRequest(notice(fields)))).toEqual(expected);
});

it('refuses a notice that is none', () => {
  for (const body of ['', '{}', '[]', notice({ owner_id: null })])
    expect(() => strava.notices?.read(noticeRequest(body))).toThrow(z.core.$ZodError);
});

it('answers the check of its address, and no other request', () => {
  const query = new URLSearchParams({
    'hub.mode': 'subscribe',
    'hub.challenge': '15f7"d1a',
    'hub.verify_token': 'any',
  });
  const request = { method: 'GET', headers: new Headers(), query, body: '' };
  expect(strava.notices?.challenge?.(request, secret)).toEqual({
    body: '{"hub.challenge":"15f7\\"d1a"}',
    type: 'application/json',
  });
  expect(strava.notices?.challenge?.({ ...request, method: 'POST' }, secret)).toBeUndefined();
  expect(strava.notices?.challenge?.({ ...request, query: new URLSearchParams() }, secret)).toBeUndefined();
});

it('asks for pages of the size that Strava allows', async () => {
  const { simulator } = scene();
  const ask = (query: object) =>
    exchange({ simulator, token: 'token' }, { to: '/athlete/activities', query: { ...query } });
  expect((await ask({ per_page: 200 })).status).toBe(200);
  expect((await ask({ per_page: 201 })).status).toBe(400);
});
