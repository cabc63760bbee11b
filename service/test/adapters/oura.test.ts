import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'vitest';
import { momentOf, timestampAt } from '../../src/adapters/days.js';
import { oura } from '../../src/adapters/oura.js';
import { hmacSha256 } from '../../src/adapters/signatures.js';
import { assertInContract, itemsOf } from './mapping.js';
import { exchange, readItems, Refused } from './reading.js';
import { lifeOf } from './simulators/life.js';
import { createOuraSimulator } from './simulators/oura.js';

const until = '2026-11-10';
const window = { from: '2026-08-10', until };
const scene = () => {
  const simulator = createOuraSimulator({
    accountOf: (token) => (token === 'good' ? 'ada' : undefined),
    until,
  });
  const reading = { adapter: oura, simulator, token: 'good', account: 'ada', window };
  return { simulator, reading, read: (resource: string) => readItems(reading, resource) };
};
const life = lifeOf('ada', until);
const days = life.days.filter(({ date }) => date >= window.from);
const page = (...data: object[]) => ({ data, next_token: null });

const night = (more: object = {}) => ({
  id: 'a',
  day: '2026-03-29',
  type: 'long_sleep',
  bedtime_start: '2026-03-28T23:00:00.000+01:00',
  bedtime_end: '2026-03-29T07:00:00.000+02:00',
  light_sleep_duration: 12_000,
  rem_sleep_duration: 5000,
  deep_sleep_duration: 4000,
  awake_time: 4200,
  total_sleep_duration: 20_990,
  ...more,
});
const nights = (...given: object[]) => itemsOf(oura, 'sleep', { answers: { nights: page(...given) } });

describe('oura', () => {
  it('reads what there was: every day of the window, the first and the last too', async () => {
    const items = await scene().read('activity');
    assert.deepEqual(
      items.map(({ day, item }) => [day, item['steps'], item['calories_total'], item['medium']]),
      days.map((each) => [each.date, each.steps, each.kilocalories, each.medium]),
    );
    for (const { item } of items) assertInContract('activity', item);
  });

  it('reads what there was: nights with their scores, without naps', async () => {
    const items = await scene().read('sleep');
    const lived = days.flatMap(({ date, night: slept }) => (slept ? [{ date, ...slept }] : []));
    assert.ok(
      lived.some(({ start, stop }) => start.offset !== stop.offset),
      'one over a change of clocks',
    );
    assert.deepEqual(
      items.map(({ day, item }) => [
        day,
        item['bedtime_start'],
        item['timezone_offset'],
        item['deep'],
        item['score'],
        item['average_hrv'],
      ]),
      lived.map((each) => [
        each.date,
        timestampAt(each.start.at, each.start.offset),
        each.stop.offset,
        each.stages.deep,
        each.score,
        each.variability,
      ]),
    );
    for (const { item } of items) assertInContract('sleep', item);
  });

  it('reads the course of nights as long as their stages', async () => {
    const { read } = scene();
    const courses = new Map((await read('sleep_cycle')).map(({ day, item }) => [day, item]));
    for (const { date, night: slept } of days) {
      assert.deepEqual(
        courses.get(date)?.['stage_end_offset_second'],
        slept?.course.map((each) => each.until),
      );
      assert.deepEqual(
        courses.get(date)?.['stage_type'],
        slept?.course.map((each) => each.stage),
      );
    }
  });

  it('reads workouts', async () => {
    const items = await scene().read('workouts');
    const lived = days.flatMap(({ date, workout }) => (workout ? [{ date, ...workout }] : []));
    assert.deepEqual(
      items.map(({ day, item }) => [
        day,
        item['time_start'],
        item['time_end'],
        item['calories'],
        item['distance'],
      ]),
      lived.map((each) => [
        each.date,
        timestampAt(each.start.at, each.start.offset),
        timestampAt(each.stop.at, each.stop.offset),
        each.kilocalories,
        each.meters,
      ]),
    );
    for (const { item } of items) assertInContract('workouts', item);
  });

  it('puts heart rates on the day that the person’s clock showed, abroad too', async () => {
    const items = await scene().read('heartrate');
    // Days on which they flew, or clocks changed, had two clocks, and some moments were by both.
    const flights = new Set(
      days
        .filter(
          ({ zone, night: slept }, at) =>
            slept?.start.offset !== slept?.stop.offset ||
            [days[at - 1], days[at + 1]].some((other) => other && other.zone !== zone),
        )
        .map(({ date }) => date),
    );
    assert.deepEqual(
      items
        .filter(({ day }) => !flights.has(day))
        .map(({ day, item }) => [day, item['timestamp'], item['value']]),
      days
        .filter(({ date }) => !flights.has(date))
        .flatMap((day) =>
          day
            .measured('heartrate')
            .map(({ at, offset, value }) => [day.date, timestampAt(at, offset), value]),
        ),
    );
    assert.ok(days.some(({ date, zone }) => zone === 'America/New_York' && !flights.has(date)));
    assert.equal(new Set(items.map(({ id }) => id)).size, items.length);
  });

  it('reads height and gender', async () => {
    const [profile] = await scene().read('profile');
    const gender = life.gender === 'other' ? null : life.gender;
    assert.deepEqual(profile?.item, { height: life.height, birth_date: null, gender, time_zone: null });
  });

  it('follows records that come late, change and go', async () => {
    const { simulator, read } = scene();
    const before = await read('sleep');
    const { sleep, daily_sleep } = simulator.records('ada');
    const last = sleep.findLast(({ type }) => type === 'long_sleep')!;
    const score = daily_sleep.find(({ day }) => day === last.day)!;
    const scored = score.score;
    score.score = null;
    assert.equal((await read('sleep')).find(({ day }) => day === last.day)?.item['score'], null);
    last.type = 'deleted';
    assert.equal((await read('sleep')).length, before.length - 1);
    last.type = 'long_sleep';
    score.score = scored;
    assert.deepEqual(await read('sleep'), before);
  });

  it('gives a night over a change of clocks the offsets of its two ends', () => {
    const [item] = nights(night());
    assert.equal(item?.item['bedtime_start'], '2026-03-28T23:00:00+01:00');
    assert.equal(item?.item['bedtime_stop'], '2026-03-29T07:00:00+02:00');
    assert.equal(item?.item['timezone_offset'], 7200);
  });

  it.each([
    ['its stages go before its own sum', {}, { total: 21_000, duration: 25_200, efficiency: 0.833 }],
    [
      'no stages',
      { light_sleep_duration: null, rem_sleep_duration: null, deep_sleep_duration: null },
      { total: 20_990, light: null, rem: null, deep: null, duration: 25_190 },
    ],
    ['zero is not missing', { latency: 0, average_hrv: 0 }, { latency: 0, average_hrv: 0 }],
    [
      'what is missing',
      {},
      { latency: null, score: null, hr_lowest: null, average_hrv: null, respiratory_rate: null },
    ],
    ['no type', { type: null }, { total: 21_000 }],
  ])('maps a night: %s', (_, more, expected) => {
    const { item } = nights(night(more))[0]!;
    for (const [field, value] of Object.entries(expected)) assert.equal(item[field], value, field);
  });

  it.each(['deleted', 'rest', 'sleep', 'late_nap'])('takes sleep of the type %s for no night', (type) => {
    assert.deepEqual(nights(night({ type })), []);
    assert.deepEqual(
      itemsOf(oura, 'sleep_cycle', { answers: { nights: page(night({ type, sleep_phase_5_min: '42' })) } }),
      [],
    );
  });

  it('keeps the longest of a day’s main nights', () => {
    const short = night({ id: 'b', light_sleep_duration: 100 });
    assert.deepEqual(
      nights(short, night(), short).map(({ id }) => id),
      ['a'],
    );
  });

  it('drops a night of which nobody knows how long the person slept', () => {
    assert.deepEqual(
      nights({
        ...night(),
        light_sleep_duration: null,
        rem_sleep_duration: null,
        deep_sleep_duration: null,
        total_sleep_duration: null,
      }),
      [],
    );
  });

  it('joins digits of the same stage, ends with the night, and leaves out what it does not know', () => {
    const given = night({
      bedtime_end: '2026-03-28T23:22:00.000+01:00',
      sleep_phase_5_min: '42219',
      sleep_phase_30_sec: null,
    });
    const [course] = itemsOf(oura, 'sleep_cycle', { answers: { nights: page(given) } });
    assert.deepEqual(course?.item['stage_type'], ['awake', 'light', 'deep']);
    assert.deepEqual(course?.item['stage_start_offset_second'], [0, 300, 900]);
    assert.deepEqual(course?.item['stage_end_offset_second'], [300, 900, 1200]);
    const [short] = itemsOf(oura, 'sleep_cycle', {
      answers: { nights: page({ ...given, sleep_phase_5_min: '44444' }) },
    });
    assert.deepEqual(short?.item['stage_end_offset_second'], [1320]);
    assert.deepEqual(itemsOf(oura, 'sleep_cycle', { answers: { nights: page(night()) } }), []);
  });

  it('covers a night with stretches that follow each other', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[1-4]{1,1000}$/), (digits) => {
        const bedtime_end = timestampAt(momentOf('2026-03-28T23:00:00+01:00') + digits.length * 30_000, 3600);
        const given = night({ bedtime_end, sleep_phase_30_sec: digits });
        const [course] = itemsOf(oura, 'sleep_cycle', { answers: { nights: page(given) } });
        const starts = course?.item['stage_start_offset_second'] as number[];
        const ends = course?.item['stage_end_offset_second'] as number[];
        assert.deepEqual([0, ...ends.slice(0, -1)], starts);
        assert.equal(ends.at(-1), digits.length * 30);
      }),
    );
  });

  it.each([
    ['the day’s own', { '2026-03-01': '+01:00' }, '2026-03-01T21:30:00+01:00'],
    // By the clock of the day before it would be a day that had another clock.
    [
      'that of the day after a flight',
      { '2026-03-01': '+05:00', '2026-03-02': '+09:00' },
      '2026-03-02T05:30:00+09:00',
    ],
    [
      'that of the day before',
      { '2026-02-28': '-23:00', '2026-03-01': '+05:00' },
      '2026-02-28T21:30:00-23:00',
    ],
    ['of no day that had it', { '2026-03-01': '+05:00' }, '2026-03-01T20:30:00Z'],
  ])('takes for a heart rate the clock that is %s', (_, clocks, expected) => {
    const activities = page(
      ...Object.entries(clocks).map(([day, clock]) => ({ day, timestamp: `${day}T04:00:00${clock}` })),
    );
    const beats = page({ timestamp: '2026-03-01T20:30:00.000Z', bpm: 60 });
    const [item] = itemsOf(oura, 'heartrate', { answers: { beats, activities } });
    assert.equal(item?.item['timestamp'], expected);
  });

  it('takes the person’s zone, or else UTC, for heart rates of a day without movement', () => {
    const beats = page({ timestamp: '2026-03-01T23:30:00.000Z', bpm: 60 });
    const of = (timezone: string | null) => itemsOf(oura, 'heartrate', { answers: { beats }, timezone })[0];
    assert.equal(of('Asia/Kolkata')?.item['timestamp'], '2026-03-02T05:00:00+05:30');
    assert.equal(of(null)?.day, '2026-03-01');
  });

  it('is refused without a token, after the membership, and if it asks too often', async () => {
    const { simulator, reading } = scene();
    const kindOf = (error: unknown) =>
      error instanceof Refused ? oura.classify?.(error.answer)?.kind : 'none';
    await assert.rejects(
      readItems({ ...reading, token: 'old' }, 'sleep'),
      (error: Refused) => error.answer.status === 401,
    );
    simulator.refuseNext(1);
    const refused = await exchange(reading, { to: '/v2/usercollection/personal_info' });
    const standing = oura.standing?.(refused, new Date());
    assert.equal(standing?.per, 'application');
    assert.equal(standing?.seconds, 300);
    assert.equal(standing?.remaining, 0);
    assert.equal(String(standing?.resetAt.getTime()), `${refused.headers.get('x-ratelimit-reset')}000`);
    simulator.lapsed.add('ada');
    await assert.rejects(readItems(reading, 'sleep'), (error) => kindOf(error) === 'scope');
    simulator.breakNext(1);
    await assert.rejects(readItems(reading, 'sleep'), (error) => kindOf(error) === undefined);
  });

  it.each([
    ['token', 'grant'],
    ['per-user', 'grant'],
    ['application', 'application'],
    [null, 'application'],
  ])('takes the tier %s for a limit of the %s', (tier, per) => {
    const headers = new Headers({
      'x-ratelimit-window': '60',
      'x-ratelimit-reset': '1800000000',
      ...(tier && { 'x-ratelimit-tier': tier }),
    });
    assert.equal(oura.standing?.({ status: 429, headers, body: undefined }, new Date())?.per, per);
    assert.equal(oura.standing?.({ status: 200, headers, body: undefined }, new Date()), undefined);
    assert.equal(
      oura.standing?.({ status: 429, headers: new Headers(), body: undefined }, new Date()),
      undefined,
    );
  });

  it('leaves a page of HTML to its status', () => {
    assert.equal(oura.classify?.({ status: 403, headers: new Headers(), body: undefined }), undefined);
  });

  it('reads whose account it is, and what was granted', async () => {
    const { signIn } = oura;
    assert.ok(signIn.type === 'oauth');
    const { simulator, reading } = scene();
    const api = {
      send: async (request: Parameters<typeof exchange>[1]) => (await exchange(reading, request)).body,
    };
    const token = { access_token: 'good' };
    assert.equal(await signIn.readAccount({ token, api, where: { base: null, region: null } }), 'ada');
    delete simulator.records('ada').person['id'];
    await assert.rejects(signIn.readAccount({ token, api, where: { base: null, region: null } }));
    const granted = (query: string, scope?: string) =>
      signIn.grantedScopes?.({
        callback: new URLSearchParams(query),
        token: { ...token, ...(scope !== undefined && { scope }) },
      });
    assert.deepEqual(granted('scope=personal+daily'), ['personal', 'daily']);
    assert.deepEqual(granted('scope=extapi:daily%20extapi:workout', 'daily'), ['daily', 'workout']);
    assert.deepEqual(granted('', 'daily'), ['daily']);
    assert.equal(granted(''), null);
  });

  it.each([
    [400, { error: 'invalid_request' }, 'suspicious'],
    [400, { error: 'invalid_grant' }, undefined],
    [401, { error: 'invalid_request' }, undefined],
    [400, '<html>', undefined],
  ])('takes %i with %j at its token address for %s', (status, body, expected) => {
    assert.ok(oura.signIn.type === 'oauth');
    assert.equal(oura.signIn.classifyTokenError?.(status, body), expected);
  });

  it('revokes without a token in an address', () => {
    assert.ok(oura.signIn.type === 'oauth');
    const request = oura.signIn.revoke?.({ account: 'ada', accessToken: 'access', refreshToken: 'refresh' });
    assert.deepEqual(request?.headers, { authorization: 'Bearer refresh' });
    assert.equal(request?.query, undefined);
    assert.equal(
      oura.signIn.revoke?.({ account: 'ada', accessToken: 'access', refreshToken: null }).headers?.[
        'authorization'
      ],
      'Bearer access',
    );
  });

  describe('notices', () => {
    const { notices } = oura;
    const now = new Date('2026-03-01T12:00:00Z');
    const body = JSON.stringify({
      event_type: 'update',
      data_type: 'daily_activity',
      object_id: '1',
      user_id: 'ada',
    });
    const noticed = (time: string, secret = 'secret', sent = body) => ({
      method: 'POST',
      headers: new Headers({
        'x-oura-timestamp': time,
        'x-oura-signature': hmacSha256(secret, time + body, 'hex').toUpperCase(),
      }),
      query: new URLSearchParams(),
      body: sent,
    });
    const seconds = String(now.getTime() / 1000);

    it.each([
      ['in seconds', noticed(seconds), 'signed'],
      ['in milliseconds', noticed(String(now.getTime())), 'signed'],
      ['five minutes old', noticed(String(now.getTime() / 1000 - 300)), 'signed'],
      ['older', noticed(String(now.getTime() / 1000 - 301)), 'forged'],
      ['of a later day', noticed(String(now.getTime() / 1000 + 301)), 'forged'],
      ['without a time', noticed('soon'), 'forged'],
      ['with another secret', noticed(seconds, 'guess'), 'forged'],
      ['with another body', noticed(seconds, 'secret', body.replace('ada', 'eve')), 'forged'],
      [
        'without a signature',
        { ...noticed(seconds), headers: new Headers({ 'x-oura-timestamp': seconds }) },
        'forged',
      ],
    ])('a notice %s is %s', (_, request, expected) => {
      assert.equal(notices?.verify(request, 'secret', now), expected);
      assert.equal(notices?.verify(request, null, now), 'hint');
    });

    it('tell of an account and its resources', () => {
      assert.deepEqual(notices?.read(noticed(seconds)), [
        { account: 'ada', is: 'changed', resources: ['activity', 'heartrate'] },
      ]);
      assert.deepEqual(
        notices?.read({ ...noticed(seconds), body: body.replace('daily_activity', 'tag') }),
        [],
      );
      for (const broken of ['', '{}', '{"data_type":"sleep","user_id":""}'])
        assert.throws(() => notices?.read({ ...noticed(seconds), body: broken }), broken);
    });

    it('answer the check of the address', () => {
      const asked = (method: string, query: string) =>
        notices?.challenge?.(
          { method, headers: new Headers(), query: new URLSearchParams(query), body: '' },
          null,
        );
      assert.deepEqual(asked('GET', 'verification_token=x&challenge=ab%22c'), {
        body: '{"challenge":"ab\\"c"}',
        type: 'application/json',
      });
      assert.equal(asked('GET', ''), undefined);
      assert.equal(asked('POST', 'challenge=abc'), undefined);
    });
  });
});
