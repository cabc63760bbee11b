import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'vitest';
import { withings } from '../../src/adapters/withings.js';
import { assertInContract, itemsOf } from './mapping.js';
import { readItems, Refused } from './reading.js';
import { lifeOf } from './simulators/life.js';
import { createWithingsSimulator } from './simulators/withings.js';

const until = '2026-11-10';
const window = { from: '2026-08-04', until };
const scene = () => {
  const simulator = createWithingsSimulator({
    accountOf: (token) => (token === 'good' ? 'ada' : undefined),
    until,
  });
  const reading = { adapter: withings, simulator, token: 'good', account: '475', window };
  return { simulator, reading, read: (resource: string) => readItems(reading, resource) };
};
const { days } = lifeOf('ada', until);
const ok = (body: object) => ({ status: 0, body });
const night = (more: object = {}, data: object = {}) => ({
  id: 2081804182,
  timezone: 'Europe/Berlin',
  startdate: Date.parse('2026-03-28T22:00:00Z') / 1000,
  enddate: Date.parse('2026-03-29T05:00:00Z') / 1000,
  date: '2026-03-29',
  data: {
    lightsleepduration: 12_000,
    remsleepduration: 5000,
    deepsleepduration: 4000,
    wakeupduration: 4200,
    total_sleep_time: 20_990,
    ...data,
  },
  ...more,
});
const nights = (...series: object[]) =>
  itemsOf(withings, 'sleep', { answers: { nights: ok({ series, more: false, offset: 0 }) } });
const group = (more: object = {}) => ({
  grpid: 4815757309,
  attrib: 0,
  date: Date.parse('2026-03-01T23:30:00Z') / 1000,
  category: 1,
  measures: [{ value: 65_750, type: 1, unit: -3 }],
  ...more,
});
const measured = (resource: string, groups: object[], timezone: string | null = 'Europe/Berlin') =>
  itemsOf(withings, resource, { answers: { measures: ok({ timezone, measuregrps: groups }) } });

describe('withings', () => {
  it('reads what there was: movement, day by day', async () => {
    const items = await scene().read('activity');
    assert.deepEqual(
      items.map(({ item }) => [
        item['calendar_date'],
        item['steps'],
        item['distance'],
        item['floors_climbed'],
        item['low'],
        item['calories_total'],
      ]),
      days
        .filter(({ date }) => date >= window.from)
        .map((day) => [day.date, day.steps, day.meters, day.floors, day.low, day.kilocalories]),
    );
    for (const { item } of items) assertInContract('activity', item);
  });

  it('reads what there was: nights, under the day of their morning, without naps', async () => {
    const items = await scene().read('sleep');
    const lived = days.flatMap(({ date, night }) =>
      night && date >= window.from ? [{ date, ...night }] : [],
    );
    assert.ok(
      lived.some(({ start, stop }) => start.offset !== stop.offset),
      'one over a change of clocks',
    );
    assert.deepEqual(
      items.map(({ day, item }) => [
        day,
        Date.parse(String(item['bedtime_start'])),
        item['timezone_offset'],
        item['light'],
        item['awake'],
        item['hr_lowest'],
      ]),
      lived.map((each) => [
        each.date,
        each.start.at,
        each.stop.offset,
        each.stages.light,
        each.stages.awake,
        each.lowestHeartRate,
      ]),
    );
    for (const { item } of items) assertInContract('sleep', item);
  });

  it('reads what there was: workouts, weighings and blood pressure', async () => {
    const { read } = scene();
    const lived = days.filter(({ date }) => date >= window.from);
    const workouts = await read('workouts');
    assert.deepEqual(
      workouts.map(({ day, item }) => [day, item['sport'], item['moving_time'], item['distance']]),
      lived.flatMap(({ date, workout }) => {
        if (!workout) return [];
        const name =
          workout.sport === 'strength_training'
            ? 'Strength training'
            : workout.sport[0]!.toUpperCase() + workout.sport.slice(1);
        return [[date, { slug: workout.sport, name }, workout.moving, workout.meters]];
      }),
    );
    const weighings = await read('body');
    // The offset is where the person is now: no measurement says where it was.
    assert.deepEqual(
      weighings
        .map(({ item }) => [
          Date.parse(String(item['measured_at'])),
          item['weight'],
          item['fat'],
          item['muscle_mass'],
        ])
        .toSorted(),
      lived
        .flatMap(({ body }) => (body ? [[body.measured.at, body.kilograms, body.fat, body.muscle]] : []))
        .toSorted(),
    );
    const pressures = await read('blood_pressure');
    assert.equal(pressures.length, lived.length * 2);
    for (const [resource, items] of [
      ['workouts', workouts],
      ['body', weighings],
    ] as const)
      for (const { item } of items) assertInContract(resource, item);
  });

  it('reads height and time zone, and nothing else of the person', async () => {
    const [profile] = await scene().read('profile');
    assert.deepEqual(profile, {
      day: until,
      id: 'profile',
      item: {
        height: lifeOf('ada', until).height,
        birth_date: null,
        gender: null,
        time_zone: days.at(-1)!.zone,
      },
    });
  });

  it('reads samples of temperature and pulse, each once', async () => {
    const { read } = scene();
    const temperatures = await read('body_temperature');
    const pulses = await read('heartrate');
    assert.deepEqual(Object.keys(temperatures[0]!.item), [
      'calendar_date',
      'timezone_offset',
      'timestamp',
      'value',
      'unit',
    ]);
    const lived = days.flatMap((day) =>
      day.measured('body_temperature').map(({ at, value }) => `${at} ${value}`),
    );
    const inWindow = temperatures.map(
      ({ item }) => `${Date.parse(String(item['timestamp']))} ${item['value']}`,
    );
    // The clock that cuts the days is that of where the person is now.
    assert.ok(inWindow.length >= 98 * 4 && new Set(inWindow).size === inWindow.length);
    assert.deepEqual(
      inWindow.filter((each) => !lived.includes(each)),
      [],
    );
    assert.ok(pulses.every(({ item }) => item['unit'] === 'bpm' && Number(item['value']) > 30));
  });

  it('follows records that come late, change and go', async () => {
    const { simulator, read } = scene();
    const before = await read('body');
    const { groups } = simulator.records('ada');
    groups.push({
      grpid: 1,
      attrib: 0,
      date: Date.parse('2026-11-02T12:00:00Z') / 1000,
      category: 1,
      measures: [{ type: 1, value: 70, unit: 0 }],
    });
    assert.equal((await read('body')).length, before.length + 1);
    groups[groups.length - 1]!.measures[0]!.value = 71;
    assert.equal((await read('body')).find(({ id }) => id === '1')?.item['weight'], 71);
    groups.pop();
    assert.deepEqual(await read('body'), before);
  });

  it('gives a night over a change of clocks the offsets of its two ends', () => {
    const [item] = nights(night());
    assert.equal(item?.item['bedtime_start'], '2026-03-28T23:00:00+01:00');
    assert.equal(item?.item['bedtime_stop'], '2026-03-29T07:00:00+02:00');
    assert.equal(item?.item['timezone_offset'], 7200);
    assert.equal(item?.item['duration'], 25_200);
  });

  it.each([
    ['its stages go before its own sum', {}, { total: 21_000, duration: 25_200, efficiency: 0.833 }],
    [
      'no stages, from another app',
      {
        lightsleepduration: null,
        remsleepduration: null,
        deepsleepduration: null,
        total_sleep_time: null,
        asleepduration: 20_000,
      },
      { total: 20_000, light: null, rem: null, deep: null, awake: 4200, duration: 24_200 },
    ],
    [
      'its own sum, next to that of another app',
      {
        lightsleepduration: null,
        remsleepduration: null,
        deepsleepduration: null,
        total_sleep_time: 0,
        asleepduration: 20_000,
      },
      { total: 20_000 },
    ],
    ['a tracker that knows no REM', { remsleepduration: null }, { total: 16_000, rem: null, light: 12_000 }],
    [
      'nobody knows how long it was awake',
      { wakeupduration: null },
      { awake: null, duration: 21_000, efficiency: null },
    ],
    ['zero is not missing', { sleep_latency: 0, sleep_score: 0 }, { latency: 0, score: 0 }],
    [
      'what is missing',
      {},
      { latency: null, score: null, hr_lowest: null, hr_average: null, average_hrv: null },
    ],
  ])('maps a night: %s', (_, data, expected) => {
    const [item] = nights(night({}, data));
    const { item: actual } = item!;
    for (const [field, value] of Object.entries(expected)) assert.equal(actual[field], value, field);
  });

  it('drops a night of which nobody knows how long the person slept, and naps', () => {
    assert.deepEqual(nights(night({ data: [] })), []);
    const nap = night(
      { id: 2 },
      { lightsleepduration: 600, remsleepduration: 0, deepsleepduration: 0, wakeupduration: 0 },
    );
    assert.deepEqual(
      nights(nap, night()).map(({ id }) => id),
      ['2081804182'],
    );
    assert.deepEqual(
      nights(nap).map(({ id }) => id),
      ['2'],
    );
  });

  it('takes scales’ groups of one moment for one weighing', () => {
    const items = measured('body', [
      group({ grpid: 3, measures: [{ value: 61, type: 11, unit: 0 }] }),
      group(),
      group({
        grpid: 4,
        measures: [
          { value: 1315, type: 8, unit: -2 },
          { value: 3945, type: 77, unit: -2 },
          { value: 5000, type: 76, unit: -2 },
          { value: 1, type: 76, unit: -2 },
        ],
      }),
    ]);
    assert.equal(items.length, 1);
    const { day, id, item } = items[0]!;
    assert.deepEqual([day, id], ['2026-03-02', '4815757309']);
    assert.deepEqual(item, {
      calendar_date: '2026-03-02',
      timezone_offset: 3600,
      measured_at: '2026-03-02T00:30:00+01:00',
      weight: 65.75,
      fat: 20,
      water_percentage: 60,
      muscle_mass: 50,
      body_mass_index: null,
    });
  });

  it('drops measurements of somebody else’s, and goals', () => {
    assert.deepEqual(measured('body', [group({ attrib: 1 }), group({ category: 2 })]), []);
  });

  it('takes the clock of UTC for measurements of which nobody knows where they were', () => {
    const [item] = measured('body', [group()], null);
    assert.equal(item?.item['measured_at'], '2026-03-01T23:30:00Z');
  });

  it('knows what another app passed on only if no tracker was worn', () => {
    const day = { date: '2026-03-01', timezone: 'Europe/Berlin', steps: 0 };
    const activities = [
      { ...day, brand: 18, steps: 900 },
      { ...day, brand: 1 },
      { ...day, brand: 18, date: '2026-03-02' },
    ];
    const items = itemsOf(withings, 'activity', { answers: { activities: ok({ activities }) } });
    assert.deepEqual(
      items.map(({ id, item }) => [id, item['steps'], item['heart_rate']]),
      [
        ['2026-03-01', 0, null],
        ['2026-03-02', 0, null],
      ],
    );
  });

  it('takes the clock of a day from its own zone, and else from the person’s', () => {
    const activities = [
      { date: '2026-03-01', timezone: 'America/New_York' },
      { date: '2026-03-02', timezone: null },
      { date: '2026-03-03', timezone: 'Europe/Atlantis' },
    ];
    const offsets = (timezone: string | null) =>
      itemsOf(withings, 'activity', { answers: { activities: ok({ activities }) }, timezone }).map(
        ({ item }) => item['timezone_offset'],
      );
    assert.deepEqual(offsets('Europe/Berlin'), [-18_000, 3600, 3600]);
    assert.deepEqual(offsets(null), [-18_000, 0, 0]);
  });

  it('knows the height that was told last', () => {
    const height = (grpid: number, date: number, value: number) =>
      group({ grpid, date, measures: [{ value, type: 4, unit: -2 }] });
    const heights = ok({
      timezone: 'Europe/Berlin',
      measuregrps: [height(1, 100, 170), height(2, 300, 172), height(3, 200, 171)],
    });
    const [profile] = itemsOf(withings, 'profile', { answers: { heights } });
    assert.equal(profile?.item['height'], 172);
    const none = itemsOf(withings, 'profile', {
      answers: { heights: ok({ timezone: 'Europe/Berlin', measuregrps: [] }) },
    });
    assert.deepEqual(none[0]?.item, {
      height: null,
      birth_date: null,
      gender: null,
      time_zone: 'Europe/Berlin',
    });
  });

  it.each([
    [{ more: true, offset: 300 }, '300'],
    [{ more: 1, offset: 300 }, '300'],
    // As it was seen.
    [{ more: false, offset: 200 }, null],
    [{ more: 0, offset: 0 }, null],
    [{}, null],
  ])('goes on after %j with %j', (more, next) => {
    const { nights: collection } = withings.collections;
    const context = { window, account: '475', cursor: null };
    assert.equal(collection?.read(ok({ series: [], ...more }), context).next, next);
    assert.equal(collection?.request({ ...context, cursor: next }).form?.['offset'], next ?? undefined);
  });

  it('lets workouts of unknown kinds be another sport, and no activity none', () => {
    const workout = {
      id: 1,
      timezone: 'Asia/Kolkata',
      startdate: Date.parse('2026-03-01T19:00:00Z') / 1000,
      enddate: Date.parse('2026-03-01T20:00:00Z') / 1000,
      date: '2026-03-02',
      data: [],
    };
    const items = itemsOf(withings, 'workouts', {
      answers: {
        workouts: ok({
          series: [
            { ...workout, category: 9999 },
            { ...workout, id: 2, category: 128 },
          ],
        }),
      },
    });
    assert.deepEqual(
      items.map(({ id, day, item }) => [id, day, item['sport'], item['moving_time']]),
      [['1', '2026-03-02', { slug: 'other', name: 'Other' }, null]],
    );
  });

  it('puts a measurement on the day that the clock of its zone shows', () => {
    const zones = fc.constantFrom(
      'Pacific/Kiritimati',
      'Pacific/Pago_Pago',
      'Asia/Kathmandu',
      'Europe/Berlin',
    );
    const date = fc.integer({ min: 1_500_000_000, max: 1_900_000_000 });
    fc.assert(
      fc.property(zones, date, (zone, at) => {
        const [item] = measured('body', [group({ date: at })], zone);
        assert.equal(item?.day, new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(at * 1000));
      }),
    );
  });

  it.each([
    [0, undefined],
    [100, 'token'],
    [401, 'token'],
    [343, 'token'],
    [277, 'scope'],
    [601, 'later'],
    [522, 'later'],
    [2555, 'later'],
    [503, 'permanent'],
    [293, 'permanent'],
  ])('takes status %i in an answer for %s', (status, kind) => {
    const answer = { status: 200, headers: new Headers(), body: { status, body: {} } };
    assert.equal(withings.classify?.(answer)?.kind, kind);
  });

  it('leaves an answer that is no form of its own to its status', () => {
    assert.equal(withings.classify?.({ status: 503, headers: new Headers(), body: undefined }), undefined);
  });

  it('is refused without a token, and if it asks too often', async () => {
    const { simulator, reading } = scene();
    const refusal = (kind: string) => (error: unknown) =>
      error instanceof Refused && withings.classify?.(error.answer)?.kind === kind;
    await assert.rejects(readItems({ ...reading, token: 'old' }, 'body'), refusal('token'));
    simulator.refuseNext(1);
    await assert.rejects(readItems(reading, 'body'), refusal('later'));
  });

  it('unwraps what its token address answers', () => {
    const { signIn } = withings;
    assert.ok(signIn.type === 'oauth');
    const form = new URLSearchParams({ grant_type: 'refresh_token' });
    signIn.prepareTokenRequest?.(form, 'refresh');
    assert.equal(form.get('action'), 'requesttoken');
    assert.deepEqual(
      signIn.readTokenAnswer?.(
        ok({ userid: 363, access_token: 'a', refresh_token: 'r', expires_in: 10_800 }),
      ),
      {
        token_type: 'Bearer',
        userid: 363,
        access_token: 'a',
        refresh_token: 'r',
        expires_in: 10_800,
      },
    );
    assert.equal(signIn.readTokenAnswer?.({ status: 503, body: {} }), undefined);
    assert.equal(signIn.readTokenAnswer?.('<html>'), undefined);
  });

  it.each([
    [200, { status: 503 }, 'suspicious'],
    [200, { status: 401 }, 'suspicious'],
    [200, { status: 601 }, 'later'],
    [200, { status: 2555 }, 'later'],
    [502, undefined, 'later'],
    [400, undefined, undefined],
  ])('takes %i with %j at its token address for %s', (status, body, expected) => {
    assert.ok(withings.signIn.type === 'oauth');
    assert.equal(withings.signIn.classifyTokenError?.(status, body), expected);
  });

  it.each([
    [363, '363'],
    ['363', '363'],
  ])('knows the account %j', async (userid, account) => {
    assert.ok(withings.signIn.type === 'oauth');
    const api = { send: () => assert.fail('no request is needed') };
    const where = { base: null, region: null };
    assert.equal(
      await withings.signIn.readAccount({ token: { access_token: 'a', userid }, api, where }),
      account,
    );
  });

  it.each([
    [
      'userid=1&appli=1&startdate=1530576000&enddate=1530698753',
      {
        account: '1',
        is: 'changed',
        resources: ['body', 'heartrate'],
        from: '2018-07-02',
        until: '2018-07-05',
      },
    ],
    [
      'userid=1&appli=16&date=2026-03-01',
      {
        account: '1',
        is: 'changed',
        resources: ['activity', 'workouts'],
        from: '2026-03-01',
        until: '2026-03-01',
      },
    ],
    ['userid=1&appli=44', { account: '1', is: 'changed', resources: ['sleep'] }],
    ['userid=1&appli=46&action=unlink', { account: '1', is: 'ended' }],
    ['userid=1&appli=46&action=update', { account: '1', is: 'changed', resources: ['profile'] }],
    ['userid=1&appli=999', undefined],
  ])('reads the notice %s', (body, expected) => {
    const request = { method: 'POST', headers: new Headers(), query: new URLSearchParams(), body };
    assert.deepEqual(withings.notices?.read(request), expected === undefined ? [] : [expected]);
    // Nothing proves it.
    assert.equal(withings.notices?.verify(request, 'secret', new Date()), 'hint');
  });

  it('refuses a notice without an account, and answers the check of the address', () => {
    const request = { method: 'HEAD', headers: new Headers(), query: new URLSearchParams(), body: 'appli=1' };
    assert.throws(() => withings.notices?.read(request));
    assert.deepEqual(withings.notices?.challenge?.(request, null), { body: '', type: 'text/plain' });
    assert.equal(withings.notices?.challenge?.({ ...request, method: 'POST' }, null), undefined);
  });
});
