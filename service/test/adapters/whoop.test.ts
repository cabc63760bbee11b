import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'vitest';
import { timestampAt } from '../../src/adapters/days.js';
import { hmacSha256 } from '../../src/adapters/signatures.js';
import { whoop } from '../../src/adapters/whoop.js';
import { assertInContract, itemsOf } from './mapping.js';
import { exchange, readItems, Refused } from './reading.js';
import { lifeOf } from './simulators/life.js';
import { createWhoopSimulator } from './simulators/whoop.js';

const until = '2026-11-10';
const window = { from: '2026-08-10', until };
const scene = () => {
  const simulator = createWhoopSimulator({
    accountOf: (token) => (token === 'good' ? 'ada' : undefined),
    until,
  });
  const reading = { adapter: whoop, simulator, token: 'good', account: '475', window };
  return { simulator, reading, read: (resource: string) => readItems(reading, resource) };
};
const life = lifeOf('ada', until);
const days = life.days.filter(({ date }) => date >= window.from);
const nightsLived = days.flatMap((day) => (day.night ? [{ ...day, night: day.night }] : []));
const byDay = <T extends { readonly day: string }>(items: readonly T[]): T[] =>
  items.toSorted((one, other) => one.day.localeCompare(other.day));
const page = (...records: object[]) => ({ records });
const stages = {
  total_in_bed_time_milli: 30_272_735,
  total_awake_time_milli: 1_403_507,
  total_no_data_time_milli: 600_000,
  total_light_sleep_time_milli: 14_905_851,
  total_slow_wave_sleep_time_milli: 6_630_370,
  total_rem_sleep_time_milli: 5_879_573,
};
const sleep = (more: object = {}, score: object | undefined = {}) => ({
  id: 'ecfc6a15-4661-442f-a9a4-f160dd7afae8',
  start: '2026-03-28T22:00:00.000Z',
  end: '2026-03-29T06:25:00.000Z',
  timezone_offset: '+02:00',
  nap: false,
  score_state: 'SCORED',
  score: { stage_summary: stages, ...score },
  ...more,
});
const nights = (sleeps: object[], recoveries: object[] = []) =>
  itemsOf(whoop, 'sleep', { answers: { sleeps: page(...sleeps), recoveries: page(...recoveries) } });
const cycle = (start: string, end: string | undefined, more: object = {}) => ({
  id: 93845,
  start,
  ...(end !== undefined && { end }),
  timezone_offset: '+01:00',
  score_state: 'SCORED',
  score: { strain: 5, kilojoule: 8368, average_heart_rate: 68, max_heart_rate: 141 },
  ...more,
});
const cycles = (...records: object[]) =>
  itemsOf(whoop, 'activity', { answers: { cycles: page(...records) } });

describe('whoop', () => {
  it('reads what there was: nights with their recoveries, without naps', async () => {
    const items = byDay(await scene().read('sleep'));
    assert.deepEqual(
      items.map(({ day, item }) => [
        day,
        item['bedtime_start'],
        item['light'],
        item['deep'],
        item['awake'],
        item['score'],
        item['average_hrv'],
      ]),
      nightsLived.map(({ date, night }) => [
        date,
        timestampAt(night.start.at, night.stop.offset),
        night.stages.light,
        night.stages.deep,
        night.stages.awake,
        night.score,
        night.variability,
      ]),
    );
    for (const { item } of items) assertInContract('sleep', item);
  });

  it('reads what there was: a cycle for each day, abroad and over a change of clocks too', async () => {
    const items = byDay(await scene().read('activity'));
    assert.deepEqual(
      items.map(({ day, item }) => [day, item['calories_total'], item['heart_rate']]),
      nightsLived.map(({ date, kilocalories, heartRate }) => [
        date,
        kilocalories,
        { min_bpm: null, avg_bpm: heartRate.average, max_bpm: heartRate.max, resting_bpm: heartRate.resting },
      ]),
    );
    for (const { item } of items) assertInContract('activity', item);
  });

  it('reads what there was: workouts', async () => {
    const items = byDay(await scene().read('workouts'));
    assert.deepEqual(
      items.map(({ day, item }) => [
        day,
        item['time_start'],
        item['calories'],
        item['distance'],
        item['total_elevation_gain'],
      ]),
      days.flatMap(({ date, workout }) =>
        workout
          ? [
              [
                date,
                timestampAt(workout.start.at, workout.start.offset),
                workout.kilocalories,
                workout.meters,
                workout.climb,
              ],
            ]
          : [],
      ),
    );
    for (const { item } of items) assertInContract('workouts', item);
  });

  it('reads the height, if the person has told it', async () => {
    const { simulator, read } = scene();
    const item = { height: life.height, birth_date: null, gender: null, time_zone: null };
    assert.deepEqual(await read('profile'), [{ day: until, id: 'profile', item }]);
    simulator.records('ada').body = undefined;
    assert.deepEqual(await read('profile'), []);
  });

  it('asks for pages of 25 until there are no more', async () => {
    const { simulator, read } = scene();
    await read('workouts');
    const asked = simulator.requests.map(({ url }) => new URL(url, 'https://x.test').searchParams);
    assert.ok(asked.length > 1);
    assert.deepEqual(
      asked.map((query) => query.get('limit')),
      asked.map(() => '25'),
    );
    assert.deepEqual(
      asked.map((query) => query.get('nextToken')),
      asked.map((_, at) => (at === 0 ? null : String(at * 25))),
    );
  });

  it('reads what was at the very ends of a window, however far the clock was from UTC', async () => {
    const { simulator, read } = scene();
    const { workouts } = simulator.records('ada');
    const at = (id: string, start: string, end: string, timezone_offset: string) => ({
      id,
      start,
      end,
      timezone_offset,
      score_state: 'PENDING_SCORE' as const,
    });
    const ends = [
      at('first', '2026-08-09T10:10:00Z', '2026-08-09T10:30:00Z', '+14:00'),
      at('last', '2026-11-11T11:30:00Z', '2026-11-11T11:50:00Z', '-12:00'),
      at('before', '2026-08-09T09:50:00Z', '2026-08-09T09:55:00Z', '+14:00'),
      at('after', '2026-11-11T12:10:00Z', '2026-11-11T12:30:00Z', '-12:00'),
    ];
    workouts.splice(0, workouts.length, ...ends);
    assert.deepEqual(
      byDay(await read('workouts')).map(({ id, day }) => [id, day]),
      [
        ['first', window.from],
        ['last', until],
      ],
    );
  });

  it('follows scores that come late, and records that go', async () => {
    const { simulator, read } = scene();
    const before = await read('sleep');
    const { sleeps, recoveries } = simulator.records('ada');
    const last = sleeps.findLast(({ nap }) => !nap)!;
    const { score } = last;
    delete last.score;
    last.score_state = 'PENDING_SCORE';
    assert.equal((await read('sleep')).length, before.length - 1);
    last.score = score!;
    last.score_state = 'SCORED';
    assert.deepEqual(await read('sleep'), before);
    recoveries.splice(
      recoveries.findIndex(({ sleep_id }) => sleep_id === last.id),
      1,
    );
    assert.equal((await read('sleep')).find(({ id }) => id === last.id)?.item['average_hrv'], null);
    sleeps.splice(sleeps.indexOf(last), 1);
    assert.equal((await read('sleep')).length, before.length - 1);
  });

  it('sums up stages in seconds, and leaves out time without data', () => {
    const [night] = nights(
      [sleep({}, { respiratory_rate: 16.11328125, sleep_performance_percentage: 0 })],
      [
        {
          cycle_id: 1,
          sleep_id: 'ecfc6a15-4661-442f-a9a4-f160dd7afae8',
          score: { hrv_rmssd_milli: 31.813562, resting_heart_rate: 64 },
        },
      ],
    );
    assert.deepEqual(night, {
      day: '2026-03-29',
      id: 'ecfc6a15-4661-442f-a9a4-f160dd7afae8',
      item: {
        calendar_date: '2026-03-29',
        timezone_offset: 7200,
        bedtime_start: '2026-03-29T00:00:00+02:00',
        bedtime_stop: '2026-03-29T08:25:00+02:00',
        light: 14_906,
        deep: 6630,
        rem: 5880,
        awake: 1404,
        total: 27_416,
        duration: 28_820,
        efficiency: 0.951,
        latency: null,
        score: 0,
        hr_lowest: null,
        hr_average: null,
        average_hrv: 31.8,
        respiratory_rate: 16.11,
      },
    });
  });

  it.each([
    ['a nap', sleep({ nap: true })],
    ['a night that is not scored yet', sleep({ score: undefined, score_state: 'PENDING_SCORE' })],
    ['a night that cannot be scored', sleep({ score: null, score_state: 'UNSCORABLE' })],
    [
      'a night of which WHOOP saw nothing',
      sleep({ score: { stage_summary: { total_no_data_time_milli: 3_600_000 } } }),
    ],
  ])('makes nothing of %s', (_, record) => {
    assert.deepEqual(nights([record]), []);
  });

  it('keeps the longest of a day’s nights, whatever their order', () => {
    const short = sleep({ id: 'b' }, { stage_summary: { ...stages, total_light_sleep_time_milli: 1000 } });
    assert.deepEqual(
      nights([short, sleep()]).map(({ id }) => id),
      ['ecfc6a15-4661-442f-a9a4-f160dd7afae8'],
    );
    assert.deepEqual(
      nights([sleep(), short]).map(({ id }) => id),
      ['ecfc6a15-4661-442f-a9a4-f160dd7afae8'],
    );
  });

  it.each([
    ['begins before midnight', cycle('2026-03-01T22:00:00Z', '2026-03-02T22:30:00Z'), '2026-03-02'],
    ['begins after midnight', cycle('2026-03-02T00:30:00Z', '2026-03-02T22:00:00Z'), '2026-03-02'],
    ['goes on', cycle('2026-03-01T22:00:00Z', undefined), '2026-03-02'],
    [
      'is far ahead of UTC',
      cycle('2026-03-01T08:00:00Z', '2026-03-02T08:00:00Z', { timezone_offset: '+13:00' }),
      '2026-03-02',
    ],
    [
      'is at UTC',
      cycle('2026-03-01T22:00:00Z', '2026-03-02T22:00:00Z', { timezone_offset: 'Z' }),
      '2026-03-02',
    ],
  ])('gives a cycle that %s the day of its middle', (_, record, day) => {
    const [item] = cycles(record);
    assert.deepEqual([item?.day, item?.id, item?.item['calories_total']], [day, day, 2000]);
  });

  it('gives a day one cycle, the longest, and none that is not scored', () => {
    const long = cycle('2026-03-02T02:00:00Z', '2026-03-02T22:00:00Z');
    const short = cycle('2026-03-01T23:00:00Z', '2026-03-02T02:00:00Z', {
      id: 2,
      score: { kilojoule: 418.4 },
    });
    assert.deepEqual(
      cycles(short, long).map(({ item }) => item['calories_total']),
      [2000],
    );
    assert.deepEqual(
      cycles(long, short).map(({ item }) => item['calories_total']),
      [2000],
    );
    assert.deepEqual(cycles(cycle('2026-03-02T02:00:00Z', undefined, { score: undefined })), []);
  });

  it('gives cycles that follow each other days that follow each other, if nobody stays up for a day', () => {
    const lengths = fc.array(fc.integer({ min: 20 * 60, max: 27 * 60 }), { minLength: 2, maxLength: 20 });
    fc.assert(
      fc.property(lengths, (minutes) => {
        let at = Date.parse('2026-03-01T22:00:00Z');
        const records = minutes.map((length, id) => {
          const start = new Date(at).toISOString();
          at += length * 60_000;
          return cycle(start, new Date(at).toISOString(), { id });
        });
        const found = cycles(...records);
        const ids = found.map(({ day }) => day);
        assert.equal(new Set(ids).size, ids.length);
        assert.deepEqual(ids, ids.toSorted());
      }),
    );
  });

  it('shows a workout before it is scored', () => {
    const workout = {
      id: 'w',
      start: '2026-03-01T23:30:00Z',
      end: '2026-03-02T00:30:00Z',
      timezone_offset: '+05:30',
      sport_name: 'hiking-rucking',
      score_state: 'PENDING_SCORE',
    };
    const [item] = itemsOf(whoop, 'workouts', { answers: { workouts: page(workout) } });
    assert.equal(item?.day, '2026-03-02');
    assert.deepEqual(item?.item['sport'], { slug: 'hiking_rucking', name: 'Hiking rucking' });
    assert.equal(item?.item['time_start'], '2026-03-02T05:00:00+05:30');
    for (const field of ['calories', 'distance', 'average_hr', 'moving_time'])
      assert.equal(item?.item[field], null, field);
  });

  it('refuses an answer that is not as documented', () => {
    for (const broken of [
      sleep({ timezone_offset: 'Berlin' }),
      sleep({ start: 'yesterday' }),
      sleep({ id: 7 }),
    ])
      assert.throws(() => nights([broken]));
    assert.throws(() => itemsOf(whoop, 'sleep', { answers: { sleeps: { data: [] } } }));
  });

  it('is refused without a token, and if it asks too often', async () => {
    const { simulator, reading } = scene();
    await assert.rejects(
      readItems({ ...reading, token: 'old' }, 'sleep'),
      (error: Refused) => error.answer.status === 401,
    );
    const now = new Date('2026-03-01T12:00:00Z');
    const asked = await exchange(reading, { to: '/v2/user/profile/basic' });
    assert.deepEqual(whoop.standing?.(asked, now), {
      per: 'application',
      seconds: 60,
      remaining: 98,
      resetAt: new Date('2026-03-01T12:00:42Z'),
    });
    simulator.refuseNext(1);
    const refused = await exchange(reading, { to: '/v2/user/profile/basic' });
    assert.equal(refused.status, 429);
    assert.equal(whoop.standing?.(refused, now)?.remaining, 0);
  });

  it.each([
    ['100', '1', '2'],
    ['100, 100;window=60', 'many', '2'],
    ['100, 100;window=60', '1', ''],
    ['50, 100;window=60', '1', '2'],
    ['', '1', '2'],
  ])('makes nothing of the limits %j, %j, %j', (limit, remaining, reset) => {
    const headers = new Headers({
      'x-ratelimit-limit': limit,
      'x-ratelimit-remaining': remaining,
      'x-ratelimit-reset': reset,
    });
    assert.equal(whoop.standing?.({ status: 200, headers, body: undefined }, new Date()), undefined);
  });

  it('knows which of its limits is told of', () => {
    const headers = new Headers({
      'x-ratelimit-limit': '10000, 100;window=60, 10000;window=86400',
      'x-ratelimit-remaining': '3',
      'x-ratelimit-reset': '9',
    });
    assert.equal(whoop.standing?.({ status: 200, headers, body: undefined }, new Date())?.seconds, 86_400);
  });

  it('reads whose account it is, refreshes and revokes', async () => {
    const { signIn } = whoop;
    assert.ok(signIn.type === 'oauth');
    const { simulator, reading } = scene();
    const api = {
      send: async (request: Parameters<typeof exchange>[1]) => (await exchange(reading, request)).body,
    };
    const account = await signIn.readAccount({
      token: { access_token: 'good' },
      api,
      where: { base: null, region: null },
    });
    assert.equal(account, String(simulator.records('ada').userId));
    const scopeOf = (step: 'code' | 'refresh') => {
      const form = new URLSearchParams();
      signIn.prepareTokenRequest?.(form, step);
      return form.get('scope');
    };
    assert.deepEqual([scopeOf('code'), scopeOf('refresh')], [null, 'offline']);
    const revoked = await exchange(
      reading,
      signIn.revoke!({ account, accessToken: 'good', refreshToken: 'r' }),
    );
    assert.equal(revoked.status, 204);
  });

  describe('notices', () => {
    const { notices } = whoop;
    const now = new Date('2026-03-01T12:00:00Z');
    const body = JSON.stringify({ user_id: 456, id: '550e8400', type: 'recovery.updated', trace_id: 't' });
    const noticed = (time: number | string, secret = 'secret', sent = body) => ({
      method: 'POST',
      headers: new Headers({
        'x-whoop-signature-timestamp': String(time),
        'x-whoop-signature': hmacSha256(secret, time + body, 'base64'),
      }),
      query: new URLSearchParams(),
      body: sent,
    });
    const time = now.getTime();

    it.each([
      ['in milliseconds', noticed(time), 'signed'],
      ['in seconds', noticed(time / 1000), 'signed'],
      ['five minutes old', noticed(time - 300_000), 'signed'],
      ['older', noticed(time - 300_001), 'forged'],
      ['of a later day', noticed(time + 300_001), 'forged'],
      ['without a time', noticed('now'), 'forged'],
      ['with another secret', noticed(time, 'guess'), 'forged'],
      ['with another body', noticed(time, 'secret', body.replace('456', '457')), 'forged'],
      [
        'without a signature',
        { ...noticed(time), headers: new Headers({ 'x-whoop-signature-timestamp': String(time) }) },
        'forged',
      ],
    ])('a notice %s is %s', (_, request, expected) => {
      assert.equal(notices?.verify(request, 'secret', now), expected);
      assert.equal(notices?.verify(request, null, now), 'hint');
    });

    it.each([
      ['sleep.updated', ['sleep']],
      ['sleep.deleted', ['sleep']],
      ['recovery.updated', ['sleep', 'activity']],
      ['workout.deleted', ['workouts']],
      ['strap.charged', undefined],
    ])('of the type %s tells of %j', (type, resources) => {
      const request = { ...noticed(time), body: body.replace('recovery.updated', type) };
      assert.deepEqual(
        notices?.read(request),
        resources ? [{ account: '456', is: 'changed', resources }] : [],
      );
    });

    it('without an account is refused', () => {
      for (const broken of ['', '{}', '{"type":"sleep.updated","user_id":1.5}'])
        assert.throws(() => notices?.read({ ...noticed(time), body: broken }), broken);
    });
  });
});
