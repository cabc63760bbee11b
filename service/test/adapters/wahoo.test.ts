import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'vitest';
import { dayAt } from '../../src/adapters/days.js';
import { wahoo } from '../../src/adapters/wahoo.js';
import { addDays } from '../../src/work/index.js';
import { assertInContract, itemsOf } from './mapping.js';
import { exchange, readItems, type Reading } from './reading.js';
import { createWahooSimulator } from './simulators/wahoo.js';

const until = '2026-04-10';
const token = 'right';
const account = '60462';

function scene(mostPerPage?: number) {
  const simulator = createWahooSimulator({
    until,
    accountOf: (each) => (each === token ? account : undefined),
    ...(mostPerPage === undefined ? {} : { mostPerPage }),
  });
  const reading: Omit<Reading, 'window'> = { adapter: wahoo, simulator, token, account };
  return { simulator, reading, records: simulator.records(account) };
}
const { signIn } = wahoo;
assert.ok(signIn.type === 'oauth');

// From the samples in Wahoo's documentation.
const summary = {
  id: 8297,
  ascent_accum: '450.00',
  cadence_avg: '52.00',
  calories_accum: '1500.00',
  distance_accum: '24909.71',
  duration_active_accum: '179.00',
  duration_paused_accum: '85.00',
  duration_total_accum: '275.20',
  heart_rate_avg: '124.00',
  created_at: '2018-10-23T20:43:50.000Z',
};
const workout = {
  id: 56_519,
  starts: '2026-03-29T00:30:00.000Z',
  minutes: 12,
  name: 'Friday Fun',
  plan_id: null,
  workout_token: '123',
  workout_type_id: 40,
  workout_summary: summary,
};
const read = (changes: object, summaryChanges: object = {}, timezone: string | null = null) =>
  itemsOf(wahoo, 'workouts', {
    answers: {
      workouts: {
        workouts: [{ ...workout, workout_summary: { ...summary, ...summaryChanges }, ...changes }],
        total: 1,
        page: 1,
        per_page: 30,
      },
    },
    timezone,
  });

describe('Wahoo: what records mean', () => {
  it('reads a workout, under the day of the zone that it was in', () => {
    assert.deepEqual(read({}, { time_zone: 'America/Toronto' }), [
      {
        day: '2026-03-28',
        id: '56519',
        item: {
          calendar_date: '2026-03-28',
          timezone_offset: -14_400,
          title: 'Friday Fun',
          sport: { slug: 'kiteboarding', name: 'Kiteboarding' },
          time_start: '2026-03-28T20:30:00-04:00',
          time_end: '2026-03-28T20:34:35-04:00',
          moving_time: 179,
          calories: 1500,
          distance: 24_909.71,
          total_elevation_gain: 450,
          average_hr: 124,
          max_hr: null,
        },
      },
    ]);
  });

  it.each([
    ['the person’s zone', null, 'Europe/Helsinki', '2026-03-29', 7200, '2026-03-29T02:30:00+02:00'],
    ['no zone', undefined, null, '2026-03-29', null, '2026-03-29T00:30:00Z'],
    ['a zone that nobody knows', 'Mars/Olympus', null, '2026-03-29', null, '2026-03-29T00:30:00Z'],
    [
      'a zone before the person’s',
      'Asia/Tokyo',
      'Europe/Helsinki',
      '2026-03-29',
      32_400,
      '2026-03-29T09:30:00+09:00',
    ],
  ])('takes %s', (_, time_zone, timezone, day, offset, start) => {
    const [item] = read({}, { time_zone }, timezone);
    assert.equal(item?.day, day);
    assert.equal(item.item['timezone_offset'], offset);
    assert.equal(item.item['time_start'], start);
  });

  it.each([
    [
      'numbers',
      {},
      { ascent_accum: 450, heart_rate_avg: 124.5 },
      { total_elevation_gain: 450, average_hr: 124.5 },
    ],
    ['zeros', {}, { distance_accum: '0.0', calories_accum: '0' }, { distance: 0, calories: 0 }],
    [
      'nothing measured',
      {},
      { heart_rate_avg: null, distance_accum: undefined, ascent_accum: '' },
      { average_hr: null, distance: null, total_elevation_gain: null },
    ],
    ['no whole time', {}, { duration_total_accum: null }, { time_end: '2026-03-29T00:42:00Z' }],
    ['no name', { name: null }, {}, { title: null }],
    ['a trainer', { workout_type_id: 61 }, {}, { sport: { slug: 'indoor_cycling', name: 'Indoor cycling' } }],
    ['a bike', { workout_type_id: 0 }, {}, { sport: { slug: 'cycling', name: 'Cycling' } }],
    ['a gap between the kinds', { workout_type_id: 48 }, {}, { sport: { slug: 'other', name: 'Other' } }],
    ['a new kind', { workout_type_id: 255 }, {}, { sport: { slug: 'other', name: 'Other' } }],
    ['no kind', { workout_type_id: null }, {}, { sport: { slug: 'other', name: 'Other' } }],
  ])('reads a workout with %s', (_, changes, summaryChanges, expected) => {
    const [item] = read(changes, summaryChanges);
    assert.ok(item);
    assert.deepEqual({ ...item.item, ...expected }, item.item);
  });

  it('leaves out what was only planned, and what another application wrote', () => {
    assert.deepEqual(read({ workout_summary: null }), []);
    assert.deepEqual(read({}, { fitness_app_id: 1001 }), []);
    assert.equal(read({}, { fitness_app_id: 1000 }).length, 1);
  });

  it('reads the profile', () => {
    const profileOf = (user: object) =>
      itemsOf(wahoo, 'profile', {
        answers: { user: { id: 60_462, ...user } },
        window: { from: '2026-03-01', until: '2026-03-07' },
      });
    assert.deepEqual(profileOf({ height: '1.83', weight: '80.0', birth: '1980-10-02', gender: 1 }), [
      {
        day: '2026-03-07',
        id: 'profile',
        item: { height: 183, birth_date: '1980-10-02', gender: 'female', time_zone: null },
      },
    ]);
    assert.deepEqual(
      [0, 2, 3, null].map((gender) => profileOf({ gender })[0]?.item['gender']),
      ['male', 'other', null, null],
    );
    assert.equal(profileOf({})[0]?.item['height'], null);
  });

  it.each([
    ['user', {}],
    ['user', { id: 1, birth: '1980' }],
    ['workouts', { error: 'x' }],
    ['workouts', { workouts: [{ ...workout, starts: '2026-03-29' }] }],
  ])('says that an answer is not as documented: %s', (name, body) => {
    const context = { window: { from: until, until }, account, cursor: null };
    assert.throws(() => wahoo.collections[name]?.read(body, context), { name: /Zod/ });
  });
});

describe('Wahoo: reading from its interface', () => {
  it('turns pages until an older workout comes, whatever the size of a page', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 0, max: 40 }),
        fc.integer({ min: 0, max: 40 }),
        async (mostPerPage, back, length) => {
          const { reading, records, simulator } = scene(mostPerPage);
          const window = { from: addDays(until, -back - length), until: addDays(until, -back) };
          const items = await readItems({ ...reading, window }, 'workouts');
          const expected = records.life.days.flatMap(({ workout: lived }) => {
            const day = lived && dayAt(lived.start.at, lived.start.offset);
            return day !== undefined && day >= window.from && day <= window.until ? [day] : [];
          });
          assert.deepEqual(items.map(({ day }) => day).toSorted(), expected);
          assert.equal(new Set(simulator.requests.map(({ url }) => url)).size, simulator.requests.length);
          for (const { item } of items) assertInContract('workouts', item);
        },
      ),
      { numRuns: 15 },
    );
  });

  it('goes on to workouts whose day in UTC is the one before', async () => {
    const { reading, records } = scene(1);
    const [first] = records.workouts;
    const at = (id: number, starts: string, time_zone: string) => ({
      ...workout,
      ...first,
      id,
      starts,
      name: time_zone,
      workout_summary: { ...summary, time_zone },
    });
    records.workouts = [
      at(4, '2026-04-06T03:00:00.000Z', 'America/New_York'),
      at(3, '2026-04-05T23:00:00.000Z', 'Asia/Tokyo'),
      at(2, '2026-04-04T22:00:00.000Z', 'America/New_York'),
      at(1, '2026-04-04T20:00:00.000Z', 'Asia/Tokyo'),
    ];
    const window = { from: '2026-04-05', until: '2026-04-05' };
    const items = await readItems({ ...reading, window }, 'workouts');
    assert.deepEqual(
      items.map(({ id }) => id),
      ['4', '1'],
    );
  });

  it('asks no further than it has to', async () => {
    const { reading, simulator } = scene(5);
    await readItems({ ...reading, window: { from: addDays(until, -2), until } }, 'workouts');
    assert.ok(simulator.requests.length <= 2, `${simulator.requests.length}`);
  });

  it('sees what came late, changed and went', async () => {
    const { reading, records } = scene();
    const again = () => readItems({ ...reading, window: { from: addDays(until, -30), until } }, 'workouts');
    const before = await again();
    const [planned, newest, second] = records.workouts.toReversed();
    assert.ok(planned && newest && second);
    records.workouts = records.workouts.filter((each) => each !== newest);
    second.name = 'Changed';
    const after = await again();
    assert.equal(after.length, before.length - 1);
    assert.equal(after.find(({ id }) => id === String(second.id))?.item['title'], 'Changed');
    records.workouts.push(newest);
    assert.deepEqual(
      (await again()).map(({ id }) => id),
      before.map(({ id }) => id),
    );
  });

  it('has nothing of somebody who never recorded anything', async () => {
    const { reading, records } = scene();
    records.workouts = [];
    assert.deepEqual(await readItems({ ...reading, window: { from: until, until } }, 'workouts'), []);
  });

  it('finds the account, and ends the grant', async () => {
    const { reading, records } = scene();
    // Strange values in a profile do not prevent a link.
    Object.assign(records.user, { birth: '', gender: 'female' });
    const api = {
      send: async (request: Parameters<typeof exchange>[1]) => (await exchange(reading, request)).body,
    };
    const where = { base: null, region: null };
    assert.equal(await signIn.readAccount({ token: { access_token: token }, api, where }), account);
    const request = signIn.revoke?.({ account, accessToken: token, refreshToken: null });
    assert.ok(request);
    assert.equal((await exchange(reading, request)).status, 204);
    assert.equal((await exchange(reading, { to: '/v1/user' })).status, 401);
  });
});

describe('Wahoo: refusals', () => {
  const now = new Date('2026-04-10T12:00:00Z');

  it('says until when a limit is reached', async () => {
    const { simulator, reading } = scene();
    assert.equal(wahoo.standing?.(await exchange(reading, { to: '/v1/user' }), now), undefined);
    simulator.refuseNext(1);
    const refused = await exchange(reading, { to: '/v1/user' });
    assert.equal(refused.status, 429);
    assert.deepEqual(wahoo.standing?.(refused, now), {
      per: 'application',
      seconds: 300,
      remaining: 0,
      resetAt: new Date('2026-04-10T12:05:00Z'),
    });
    const of = (remaining: string, reset: string) =>
      wahoo.standing?.(
        {
          ...refused,
          headers: new Headers({ 'X-RateLimit-Remaining': remaining, 'X-RateLimit-Reset': reset }),
        },
        now,
      )?.seconds;
    assert.equal(of('0, 800, 100', '50000'), 86_400);
    assert.equal(of('10, 0, 0', '2000'), 3600);
    assert.equal(of('10, 10, 10', '2000'), undefined);
    assert.equal(of('x', '2000'), undefined);
  });

  it('waits if too many tokens are open, and leaves the rest to the common rules', () => {
    const error = 'Too many unrevoked access tokens exist for this app and user';
    assert.equal(signIn.classifyTokenError?.(400, { error }), 'later');
    for (const body of [{ error: 'invalid_grant' }, {}, undefined])
      assert.equal(signIn.classifyTokenError?.(400, body), undefined);
  });
});

describe('Wahoo: notices', () => {
  const { notices } = wahoo;
  assert.ok(notices);
  const now = new Date();
  const secret = 'portal-secret';
  const notice = (content: unknown) => ({
    method: 'POST',
    headers: new Headers(),
    query: new URLSearchParams(),
    body: JSON.stringify(content),
  });
  const sample = {
    event_type: 'workout_summary',
    webhook_token: secret,
    user: { id: 60_462 },
    workout_summary: { ...summary, workout: { ...workout, workout_summary: undefined } },
  };

  it('carry the token of the portal', () => {
    assert.equal(notices.verify(notice(sample), secret, now), 'signed');
    assert.equal(notices.verify(notice(sample), null, now), 'hint');
    for (const wrong of [
      { ...sample, webhook_token: 'other' },
      { ...sample, webhook_token: undefined },
      [],
      'x',
    ])
      assert.equal(notices.verify(notice(wrong), secret, now), 'forged');
    assert.equal(notices.verify({ ...notice(sample), body: 'no JSON' }, secret, now), 'forged');
  });

  it('say whose workout of which days is new', () => {
    const changed = { account, is: 'changed', resources: ['workouts'] };
    assert.deepEqual(notices.read(notice(sample)), [{ ...changed, from: '2026-03-28', until: '2026-03-30' }]);
    assert.deepEqual(notices.read(notice({ ...sample, workout_summary: null })), [changed]);
    assert.deepEqual(notices.read(notice({ ...sample, event_type: 'route' })), []);
    assert.throws(() => notices.read(notice({ ...sample, user: {} })), { name: /Zod/ });
  });
});
