import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'vitest';
import * as z from 'zod/mini';
import { concept2 } from '../../src/adapters/concept2.js';
import { dayAt } from '../../src/adapters/days.js';
import type { OauthSignIn, Urls, Where } from '../../src/adapters/sign-in.js';
import { addDays } from '../../src/work/index.js';
import { assertInContract, itemsOf } from './mapping.js';
import { exchange, readItems } from './reading.js';
import { sceneOf } from './scene.js';
import { createConcept2Simulator } from './simulators/concept2.js';
import type { SimulatorOptions } from './simulators/simulator.js';

const until = '2026-04-10';
const account = '2211';
const signIn = concept2.signIn as OauthSignIn;
const scene = (mostPerPage?: number) =>
  sceneOf({
    adapter: concept2,
    create: (options: SimulatorOptions) =>
      createConcept2Simulator({ ...options, ...(mostPerPage !== undefined && { mostPerPage }) }),
    window: { from: addDays(until, -99), until },
    account,
  });

// From the samples in Concept2's documentation.
const rowed = {
  id: 339,
  user_id: 1,
  date: '2015-08-05 13:15:41',
  timezone: 'Europe/London',
  date_utc: '2015-08-05 12:15:41',
  distance: 5649,
  type: 'rower',
  time: 8649,
  time_formatted: '14:24.9',
  workout_type: 'JustRow',
  source: 'ErgData',
  weight_class: 'H',
  verified: true,
  ranked: false,
};
const typedIn = {
  ...rowed,
  id: 3,
  date: '2013-06-21 00:00:00',
  timezone: null,
  date_utc: null,
  distance: 23_000,
  time: 152_350,
  source: 'Web',
  verified: false,
  comments: null,
};
const window = { from: '2013-01-01', until: '2026-12-31' };
const read = (fields: object, timezone: string | null = null, of: object = rowed) => {
  const answers = { results: { data: [{ ...of, ...fields }] } };
  const [item] = itemsOf(concept2, 'workouts', { answers, timezone, window });
  return item ?? assert.fail();
};

describe('Concept2: what results mean', () => {
  it('reads a workout, which ended at its date', () => {
    assert.deepEqual(read({ calories_total: 436, heart_rate: { average: 140, min: 90, max: 171 } }), {
      day: '2015-08-05',
      id: '339',
      item: {
        calendar_date: '2015-08-05',
        timezone_offset: 3600,
        title: null,
        sport: { slug: 'indoor_rowing', name: 'Indoor rowing' },
        time_start: '2015-08-05T13:01:16+01:00',
        time_end: '2015-08-05T13:15:41+01:00',
        moving_time: 864.9,
        calories: 436,
        distance: 5649,
        total_elevation_gain: null,
        average_hr: 140,
        max_hr: 171,
      },
    });
  });

  it('counts rests between its beginning and its end, and nowhere else', () => {
    const { item } = read({ time: 16_800, distance: 6721, rest_time: 2700, rest_distance: 236 });
    assert.equal(item['time_start'], '2015-08-05T12:43:11+01:00');
    assert.deepEqual([item['moving_time'], item['distance']], [1680, 6721]);
  });

  it.each([
    ['its zone', {}, 'Asia/Tokyo', '2015-08-05T13:01:16+01:00', 3600],
    ['an old name of its zone', { timezone: 'US/Pacific' }, null, '2015-08-05T05:01:16-07:00', -25_200],
    ['a zone that nobody knows', { timezone: 'Mars/Olympus' }, null, '2015-08-05T13:01:16+01:00', 3600],
    ['UTC alone', { timezone: null }, 'Asia/Tokyo', '2015-08-05T13:01:16+01:00', 3600],
    ['a zone without UTC', { date_utc: null }, 'Asia/Tokyo', '2015-08-05T13:01:16+01:00', 3600],
    [
      'the person’s zone',
      { date_utc: null, timezone: null },
      'Asia/Tokyo',
      '2015-08-05T13:01:16+09:00',
      32_400,
    ],
    ['no zone', { date_utc: null, timezone: null }, null, '2015-08-05T13:01:16Z', null],
    ['fields left out', { date_utc: undefined, timezone: undefined }, null, '2015-08-05T13:01:16Z', null],
  ])('takes %s', (_, fields, timezone, start, offset) => {
    const { item } = read(fields, timezone);
    assert.deepEqual([item['time_start'], item['timezone_offset']], [start, offset]);
  });

  it.each([
    // The end on the person's clock and in UTC, then the day and the start. The rowing took fifteen minutes.
    ['2026-03-29 00:10:00', '2026-03-28 23:10:00', '2026-03-28', '2026-03-28T23:55:00+01:00'],
    ['2026-03-29 03:10:00', '2026-03-29 01:10:00', '2026-03-29', '2026-03-29T01:55:00+01:00'],
    ['2026-10-25 02:10:00', '2026-10-25 00:10:00', '2026-10-25', '2026-10-25T01:55:00+02:00'],
    ['2026-10-25 02:10:00', '2026-10-25 01:10:00', '2026-10-25', '2026-10-25T02:55:00+02:00'],
    ['2026-04-02 00:00:00', '2026-04-01 22:00:00', '2026-04-01', '2026-04-01T23:45:00+02:00'],
  ])('puts what ended at %s, %s, on the day on which it began', (date, date_utc, day, start) => {
    const found = read({ date, date_utc, timezone: 'Europe/Berlin', time: 9000 });
    assert.deepEqual([found.day, found.item['time_start']], [day, start]);
  });

  it('reads the hours around a change of clocks without UTC too', () => {
    const at = (date: string) =>
      read({ date, date_utc: null, timezone: null, time: 9000 }, 'Europe/Berlin').item['time_end'];
    assert.equal(at('2026-03-29 01:30:00'), '2026-03-29T01:30:00+01:00');
    assert.equal(at('2026-03-29 12:00:00'), '2026-03-29T12:00:00+02:00');
    assert.equal(at('2026-10-25 00:30:00'), '2026-10-25T00:30:00+02:00');
    assert.equal(at('2026-10-25 12:00:00'), '2026-10-25T12:00:00+01:00');
  });

  it('leaves what was typed in on the day that was given', () => {
    const unknown = read({}, null, typedIn);
    assert.deepEqual([unknown.day, unknown.item['timezone_offset']], ['2013-06-21', null]);
    assert.equal(unknown.item['time_start'], '2013-06-21T00:00:00Z');
    assert.equal(unknown.item['time_end'], '2013-06-21T04:13:55Z');
    const known = read({}, 'America/New_York', typedIn);
    assert.deepEqual([known.day, known.item['time_start']], ['2013-06-21', '2013-06-21T00:00:00-04:00']);
    const zoned = read({ timezone: 'Asia/Tokyo', date_utc: '2013-06-20 15:00:00' }, null, typedIn);
    assert.deepEqual([zoned.day, zoned.item['time_start']], ['2013-06-21', '2013-06-21T00:00:00+09:00']);
    // The clocks there skip midnight on that day.
    const later = read({ date: '2026-09-06 00:00:00' }, 'America/Santiago', typedIn);
    assert.deepEqual([later.day, later.item['time_start']], ['2026-09-06', '2026-09-06T01:00:00-03:00']);
    // This person gave a time as well.
    assert.equal(read({ date: '2013-06-21 01:00:00' }, null, typedIn).day, '2013-06-20');
  });

  it.each([
    ['rower', 'indoor_rowing'],
    ['dynamic', 'indoor_rowing'],
    ['slides', 'indoor_rowing'],
    ['skierg', 'indoor_skiing'],
    ['bike', 'indoor_cycling'],
    ['paddle', 'indoor_paddling'],
    ['water', 'rowing'],
    ['snow', 'cross_country_skiing'],
    ['rollerski', 'roller_skiing'],
    ['multierg', 'multisport'],
    ['strengthErg', 'strength_erg'],
    [null, 'other'],
    [undefined, 'other'],
  ])('names the sport of %s', (type, slug) => {
    assert.deepEqual((read({ type }).item['sport'] as { slug: string }).slug, slug);
  });

  it.each([
    ['texts', { average: '140', max: '171' }, 140, 171],
    ['no strap', { average: 0, max: 255, ending: 255 }, null, null],
    ['the end alone', { ending: 160, recovery: 70 }, null, null],
    ['nothing', {}, null, null],
    ['an empty list', [], null, null],
    ['no text of a number', { average: '', max: 'n/a' }, null, null],
    ['null', null, null, null],
    ['no field', undefined, null, null],
  ])('reads heart rates of %s', (_, heart_rate, average, max) => {
    const { item } = read({ heart_rate });
    assert.deepEqual([item['average_hr'], item['max_hr']], [average, max]);
  });

  it('leaves null what is missing, and zero what is zero', () => {
    const { item } = read({ distance: undefined });
    assert.deepEqual([item['distance'], item['calories']], [null, null]);
    const none = read({ distance: 0, calories_total: 0, time: 0 }).item;
    assert.deepEqual([none['distance'], none['calories'], none['moving_time']], [0, 0, 0]);
  });

  it('leaves out one odd result, and says that a list of them is not as documented', () => {
    const context = { window, account, cursor: null };
    const list = (...data: unknown[]) => concept2.collections['results']?.read({ data }, context);
    const odd = [
      { ...rowed, id: '' },
      { ...rowed, date: '2015-08-05' },
      { ...rowed, date_utc: 'soon' },
      { ...rowed, time: null },
      { ...rowed, time: '8649' },
      null,
    ];
    for (const each of odd) {
      const page = list(rowed, each);
      assert.deepEqual([page?.records.length, page?.misfits?.length], [1, 1]);
      assert.throws(() => list(each), z.core.$ZodError);
    }
    assert.deepEqual(list()?.records, []);
    for (const body of [undefined, {}, [], { data: {} }, { message: 'no', status_code: 500 }])
      assert.throws(() => concept2.collections['results']?.read(body, context), z.core.$ZodError);
  });

  it('reads the profile', () => {
    const of = (fields: object) =>
      itemsOf(concept2, 'profile', { answers: { person: { data: { id: 1, ...fields } } }, window });
    assert.deepEqual(of({ gender: 'M', dob: '1977-08-19', email: 'davidh@concept2.com' }), [
      {
        day: '2026-12-31',
        id: 'profile',
        item: { height: null, birth_date: '1977-08-19', gender: 'male', time_zone: null },
      },
    ]);
    assert.equal(of({ gender: 'F' })[0]?.item['gender'], 'female');
    for (const odd of [{}, { gender: null, dob: null }, { gender: 'X', dob: '0000-00-00' }, { dob: '' }])
      assert.deepEqual(of(odd)[0]?.item, {
        height: null,
        birth_date: null,
        gender: null,
        time_zone: null,
      });
  });
});

describe('Concept2: reading from its interface', () => {
  it('reads each workout of a window once, whatever the size of a page', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 0, max: 40 }),
        fc.integer({ min: 0, max: 40 }),
        async (mostPerPage, back, length) => {
          const { reading, records, simulator } = scene(mostPerPage);
          const wanted = { from: addDays(until, -back - length), until: addDays(until, -back) };
          const items = await readItems({ ...reading, window: wanted }, 'workouts');
          const expected = records.life.days.flatMap(({ workout }) => {
            const day = workout && dayAt(workout.start.at, workout.start.offset);
            return day !== undefined && day >= wanted.from && day <= wanted.until ? [day] : [];
          });
          assert.deepEqual(items.map(({ day }) => day).toSorted(), expected);
          assert.equal(new Set(simulator.requests.map(({ url }) => url)).size, simulator.requests.length);
          for (const { item } of items) assertInContract('workouts', item);
        },
      ),
      { numRuns: 15 },
    );
  });

  it('finds what ended on the day after the window', async () => {
    const { reading, records } = scene();
    const [first] = records.results;
    const late = { ...first, ...rowed, timezone: 'Europe/Berlin', time: 9000 };
    records.results = [
      { ...late, id: 1, date: '2026-04-06 00:10:00', date_utc: '2026-04-05 22:10:00' },
      { ...late, id: 2, date: '2026-04-05 00:10:00', date_utc: '2026-04-04 22:10:00' },
      { ...late, id: 3, date: '2026-04-05 23:59:59', date_utc: '2026-04-05 21:59:59' },
    ];
    const window = { from: '2026-04-05', until: '2026-04-05' };
    const items = await readItems({ ...reading, window }, 'workouts');
    assert.deepEqual(items.map(({ id }) => id).toSorted(), ['1', '3']);
  });

  it('finds the person', async () => {
    const { read: readAll, records } = scene();
    const [found] = await readAll('profile');
    assert.equal(found?.item['birth_date'], records.life.birthDate);
    assertInContract('profile', found?.item ?? {});
  });

  it('asks for one page where no other is spoken of', () => {
    const nextOf = (meta: unknown, cursor: string | null = null) =>
      concept2.collections['results']?.read({ data: [rowed], meta }, { window, account, cursor }).next;
    assert.equal(nextOf(undefined), null);
    assert.equal(nextOf({}), null);
    assert.equal(nextOf({ pagination: { total_pages: 3, current_page: 1 } }), '2');
    assert.equal(nextOf({ pagination: { total_pages: 3, current_page: 3 } }, '3'), null);
    const empty = { data: [], meta: { pagination: { total_pages: 9 } } };
    const context = { window, account, cursor: '4' };
    assert.equal(concept2.collections['results']?.read(empty, context).next, null);
  });

  it('sees what came late, changed and went', async () => {
    const { read: readAll, records } = scene();
    const before = await readAll('workouts');
    const [first, second] = records.results;
    assert.ok(first && second);
    first['calories_total'] = 1234;
    records.results.splice(records.results.indexOf(second), 1);
    records.results.push({ ...first, id: 7, date: '2026-04-01 08:00:00', date_utc: '2026-04-01 06:00:00' });
    const after = new Map((await readAll('workouts')).map((item) => [item.id, item]));
    assert.equal(after.size, before.length);
    assert.equal(after.get(String(first.id))?.item['calories'], 1234);
    assert.equal(after.has(String(second.id)), false);
    assert.equal(after.get('7')?.day, '2026-04-01');
  });

  it('leaves its refusals to the common rules', async () => {
    const { reading, simulator } = scene();
    const ask = { to: '/users/me', headers: { accept: 'application/vnd.c2logbook.v1+json' } };
    assert.equal((await exchange({ ...reading, token: 'another' }, ask)).status, 401);
    simulator.refuseNext(1);
    assert.equal((await exchange(reading, ask)).status, 429);
    assert.equal(concept2.classify, undefined);
  });
});

describe('Concept2: signing in', () => {
  const addressesOf = (region: string | null): Urls =>
    (signIn.urls as (where: Where) => Urls)({ base: null, region });

  it('goes to the server of the region', () => {
    assert.deepEqual(addressesOf(null), addressesOf('production'));
    assert.equal(addressesOf(null).token, 'https://log.concept2.com/oauth/access_token');
    assert.deepEqual(addressesOf('development'), {
      authorize: 'https://log-dev.concept2.com/oauth/authorize',
      token: 'https://log-dev.concept2.com/oauth/access_token',
      api: 'https://log-dev.concept2.com/api',
    });
    assert.throws(() => addressesOf('staging'), TypeError);
  });

  it('asks for tokens that can only read, each time', () => {
    for (const step of ['code', 'refresh'] as const) {
      const form = new URLSearchParams({ grant_type: step });
      signIn.prepareTokenRequest?.(form, step);
      assert.equal(form.get('scope'), 'user:read,results:read');
    }
  });

  it('finds the account, however strange the rest of the profile is', async () => {
    const { api, records } = scene();
    Object.assign(records.person, { gender: 1, dob: 5 });
    const from = { token: { access_token: 'good' }, api, where: { base: null, region: null } };
    assert.equal(await signIn.readAccount(from), account);
    records.person = {};
    await assert.rejects(signIn.readAccount(from), z.core.$ZodError);
  });

  it.each([
    // A public client got these answers from the development server, for an old token and for no token at all.
    ['an old token', 400, { message: 'The refresh token is invalid.', status_code: 400 }, 'dead'],
    ['the standard', 400, { error: 'invalid_grant' }, 'dead'],
    [
      'a form without it',
      400,
      { error: 'invalid_request', error_description: 'Check the "refresh_token" parameter.' },
      'dead',
    ],
    // From the documentation.
    [
      'a form without a secret',
      400,
      { error: 'invalid_request', error_description: '… malformed. Check the "client_secret" parameter.' },
      'application',
    ],
    [
      'a wrong secret',
      401,
      { error: 'invalid_credentials', error_description: 'The user credentials were incorrect.' },
      'application',
    ],
    ['a wrong secret', 401, { message: 'Client authentication failed.', status_code: 401 }, 'application'],
    ['a wrong code', 400, { message: 'The authorization code is invalid.', status_code: 400 }, undefined],
    ['a server before it', 401, undefined, undefined],
    ['an outage', 503, { message: 'API temporarily unavailable', status_code: 503 }, undefined],
  ])('understands the refusal of %s', (_, status, body, expected) => {
    assert.equal(signIn.classifyTokenError?.(status, body), expected);
  });

  it('has no request that ends a grant, and no notices', () => {
    assert.deepEqual([signIn.revoke, concept2.notices], [undefined, undefined]);
  });
});
