// Reading from WHOOP's interface, which is simulated: what it has, and what it refuses.
import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import { timestampAt } from '../../src/adapters/days.js';
import { whoop } from '../../src/adapters/whoop.js';
import { assertInContract } from './mapping.js';
import { exchange, readItems, Refused } from './reading.js';
import { sceneOf } from './scene.js';
import { lifeOf } from './simulators/life.js';
import { createWhoopSimulator } from './simulators/whoop.js';

const until = '2026-11-10';
const window = { from: '2026-08-10', until };
const scene = () =>
  sceneOf({ adapter: whoop, create: createWhoopSimulator, window, account: '475', person: 'ada' });
const life = lifeOf('ada', until);
const days = life.days.filter(({ date }) => date >= window.from);
const nightsLived = days.flatMap((day) => (day.night ? [{ ...day, night: day.night }] : []));
const byDay = <T extends { readonly day: string }>(items: readonly T[]): T[] =>
  items.toSorted((one, other) => one.day.localeCompare(other.day));

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
    const { records, read } = scene();
    const item = { height: life.height, birth_date: null, gender: null, time_zone: null };
    assert.deepEqual(await read('profile'), [{ day: until, id: 'profile', item }]);
    records.body = undefined;
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
    const { records, read } = scene();
    const { workouts } = records;
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
    const { records, read } = scene();
    const before = await read('sleep');
    const { sleeps, recoveries } = records;
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
    const { api, reading, records } = scene();
    const account = await signIn.readAccount({
      token: { access_token: 'good' },
      api,
      where: { base: null, region: null },
    });
    assert.equal(account, String(records.userId));
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
});
