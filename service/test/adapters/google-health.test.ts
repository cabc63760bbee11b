import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'vitest';
import { googleHealth } from '../../src/adapters/google-health.js';
import { addDays, daysBetween } from '../../src/work/index.js';
import { assertInContract, itemsOf, stagesByMinute } from './mapping.js';
import { exchange, readItems, type Reading, Refused } from './reading.js';
import { createGoogleHealthSimulator } from './simulators/google-health.js';

const until = '2026-04-10';
const token = 'right';
const account = 'abcd1234';

function scene() {
  const simulator = createGoogleHealthSimulator({
    until,
    accountOf: (each) => (each === token ? account : undefined),
  });
  const reading: Omit<Reading, 'window'> = { adapter: googleHealth, simulator, token, account };
  return { simulator, reading, records: simulator.records(account) };
}
const { signIn } = googleHealth;
assert.ok(signIn.type === 'oauth');

const named = (type: string, id: string) => ({
  dataPointName: `users/${account}/dataTypes/${type}/dataPoints/${id}`,
});
/** An item that has all of `expected`. */
const has = (item: Readonly<Record<string, unknown>> | undefined, expected: object) => {
  assert.ok(item);
  assert.deepEqual({ ...item, ...expected }, item);
};

describe('Google Health: what nights mean', () => {
  // Over the night in which European clocks go forward.
  const interval = {
    startTime: '2026-03-28T22:30:00Z',
    startUtcOffset: '3600s',
    endTime: '2026-03-29T06:00:00Z',
    endUtcOffset: '7200s',
  };
  const stages = [
    { type: 'AWAKE', minutes: '40', count: '9' },
    { type: 'LIGHT', minutes: '230', count: '12' },
    { type: 'DEEP', minutes: '80', count: '4' },
    { type: 'REM', minutes: '100', count: '5' },
  ];
  const summary = {
    minutesInSleepPeriod: '450',
    minutesAsleep: '410',
    minutesAwake: '40',
    minutesToFallAsleep: '7',
    stagesSummary: stages,
  };
  const night = { interval, type: 'STAGES', metadata: { mainSleep: true }, summary };
  const sleepOf = (nights: readonly object[], more: object = {}, timezone: string | null = null) =>
    itemsOf(googleHealth, 'sleep', {
      answers: {
        sleep: { dataPoints: nights.map((sleep, at) => ({ ...named('sleep', `n${at}`), sleep })) },
        ...more,
      },
      timezone,
    });

  it('reads a night over a change of clocks, with what was measured in it', () => {
    const date = { year: 2026, month: 3, day: 29 };
    const measured = {
      variability: {
        dataPoints: [{ dailyHeartRateVariability: { date, averageHeartRateVariabilityMilliseconds: 41.26 } }],
      },
      breaths: {
        dataPoints: [
          { dailyRespiratoryRate: { date: { ...date, day: 28 }, breathsPerMinute: 99 } },
          { dailyRespiratoryRate: { date, breathsPerMinute: 14.04 } },
        ],
      },
    };
    assert.deepEqual(sleepOf([night], measured), [
      {
        day: '2026-03-29',
        id: 'n0',
        item: {
          calendar_date: '2026-03-29',
          timezone_offset: 7200,
          bedtime_start: '2026-03-28T23:30:00+01:00',
          bedtime_stop: '2026-03-29T08:00:00+02:00',
          duration: 27_000,
          total: 24_600,
          awake: 2400,
          light: 13_800,
          rem: 6000,
          deep: 4800,
          efficiency: 0.911,
          latency: 420,
          score: null,
          hr_lowest: null,
          hr_average: null,
          average_hrv: 41.3,
          respiratory_rate: 14,
        },
      },
    ]);
  });

  const classic = [
    { type: 'ASLEEP', minutes: '400' },
    { type: 'RESTLESS', minutes: '30' },
    { type: 'AWAKE', minutes: '20' },
  ];
  it.each([
    [
      'without stages, by what Google counts as asleep',
      { summary: { ...summary, minutesAsleep: '400', stagesSummary: classic } },
      { total: 24_000, awake: 3000, duration: 27_000, light: null, rem: null, deep: null },
    ],
    [
      'with sums alone',
      { summary: { ...summary, stagesSummary: [] } },
      { total: 24_600, awake: 2400, light: null },
    ],
    [
      'that was not gone over yet',
      { summary: undefined },
      { total: 27_000, duration: 27_000, awake: null, light: null, efficiency: null, latency: null },
    ],
    [
      'with a stage of zero',
      {
        summary: {
          ...summary,
          stagesSummary: [stages[0], stages[1], stages[2], { type: 'REM', minutes: '0' }],
        },
      },
      { rem: 0, total: 18_600 },
    ],
    [
      'with a stage missing',
      { summary: { ...summary, stagesSummary: [stages[0], stages[1], stages[2]] } },
      { rem: null, total: 18_600, duration: 21_000 },
    ],
    [
      'on a travel day',
      { interval: { ...interval, endUtcOffset: '-14400s' } },
      {
        calendar_date: '2026-03-29',
        timezone_offset: -14_400,
        bedtime_stop: '2026-03-29T02:00:00-04:00',
        bedtime_start: '2026-03-28T23:30:00+01:00',
      },
    ],
    [
      'by the civil day that Google says',
      { interval: { ...interval, civilEndTime: { date: { year: 2026, month: 3, day: 30 } } } },
      { calendar_date: '2026-03-30' },
    ],
  ])('reads a night %s', (_, changes, expected) => {
    has(sleepOf([{ ...night, ...changes }])[0]?.item, expected);
  });

  it('takes the person’s zone for a night without offsets, and UTC without one', () => {
    const bare = {
      ...night,
      interval: { startTime: interval.startTime, endTime: '2026-03-29T22:30:00.250Z' },
    };
    has(sleepOf([bare], {}, 'Europe/Berlin')[0]?.item, {
      calendar_date: '2026-03-30',
      timezone_offset: 7200,
    });
    has(sleepOf([bare])[0]?.item, { calendar_date: '2026-03-29', timezone_offset: null });
  });

  it('keeps the main night of a day, or the longest, and leaves naps out', () => {
    const long = {
      ...night,
      metadata: {},
      interval: { ...interval, startTime: '2026-03-28T18:00:00Z' },
      summary: undefined,
    };
    const nap = { ...night, metadata: { nap: true } };
    const ids = (nights: readonly object[]) => sleepOf(nights).map(({ id }) => id);
    assert.deepEqual(ids([long, night, nap]), ['n1']);
    assert.deepEqual(ids([{ ...night, metadata: undefined }, long, nap]), ['n1']);
    assert.deepEqual(ids([nap]), []);
  });
});

describe('Google Health: what days, exercises and measurements mean', () => {
  const civil = (day: number) => ({ date: { year: 2026, month: 3, day }, time: {} });
  const sums = (field: string, ...values: readonly (readonly [number, object])[]) => ({
    rollupDataPoints: values.map(([day, value]) => ({
      civilStartTime: civil(day),
      civilEndTime: civil(day + 1),
      [field]: value,
    })),
  });

  it('puts together what is known of a day', () => {
    const answers = {
      steps: sums('steps', [14, { countSum: '8823' }], [15, { countSum: '0' }]),
      distance: sums('distance', [14, { millimetersSum: '6543210' }]),
      floors: sums('floors', [14, { countSum: '12' }]),
      energy: sums('totalCalories', [14, { kcalSum: 2506.04 }], [16, { kcalSum: 1700 }]),
      activeEnergy: sums('activeEnergyBurned', [14, { kcalSum: 806.5 }]),
      minutes: sums('activeMinutes', [
        14,
        {
          activeMinutesRollupByActivityLevel: [
            { activityLevel: 'LIGHT', activeMinutesSum: '200' },
            { activityLevel: 'VIGOROUS', activeMinutesSum: '0' },
          ],
        },
      ]),
      heartRate: sums(
        'heartRate',
        [14, { beatsPerMinuteMin: 48, beatsPerMinuteAvg: 71.36, beatsPerMinuteMax: 155 }],
        [17, { beatsPerMinuteMin: 50 }],
      ),
      resting: {
        dataPoints: [
          { dailyRestingHeartRate: { date: { year: 2026, month: 3, day: 15 }, beatsPerMinute: '55' } },
        ],
      },
    };
    const items = itemsOf(googleHealth, 'activity', { answers, timezone: 'Europe/Berlin' });
    const none = {
      calories_active: null,
      distance: null,
      floors_climbed: null,
      low: null,
      medium: null,
      high: null,
    };
    assert.deepEqual(
      items.map(({ item }) => item),
      [
        {
          calendar_date: '2026-03-14',
          timezone_offset: 3600,
          calories_total: 2506,
          calories_active: 806.5,
          steps: 8823,
          distance: 6543.21,
          floors_climbed: 12,
          low: 200,
          medium: null,
          high: 0,
          heart_rate: { min_bpm: 48, avg_bpm: 71.4, max_bpm: 155, resting_bpm: null },
        },
        {
          ...none,
          calendar_date: '2026-03-15',
          timezone_offset: 3600,
          calories_total: null,
          steps: 0,
          heart_rate: { min_bpm: null, avg_bpm: null, max_bpm: null, resting_bpm: 55 },
        },
        {
          ...none,
          calendar_date: '2026-03-16',
          timezone_offset: 3600,
          calories_total: 1700,
          steps: null,
          heart_rate: null,
        },
      ],
    );
    assert.deepEqual(
      items.map(({ day, id }) => [day, id]),
      [14, 15, 16].map((day) => [`2026-03-${day}`, `2026-03-${day}`]),
    );
  });

  const exercise = {
    interval: {
      startTime: '2026-03-14T23:40:00Z',
      startUtcOffset: '19800s',
      endTime: '2026-03-15T00:40:00.500Z',
      endUtcOffset: '19800s',
    },
    exerciseType: 'TRAIL_RUN',
    displayName: 'Trail run',
    activeDuration: '3300.5s',
    metricsSummary: {
      caloriesKcal: 530.26,
      distanceMillimeters: 10_012_300,
      elevationGainMillimeters: 312_000,
      averageHeartRateBeatsPerMinute: '147',
    },
  };
  const exerciseOf = (changes: object) =>
    itemsOf(googleHealth, 'workouts', {
      answers: {
        exercises: {
          dataPoints: [{ ...named('exercise', '2026443605'), exercise: { ...exercise, ...changes } }],
        },
      },
    })[0];

  it('reads an exercise', () => {
    assert.deepEqual(exerciseOf({}), {
      day: '2026-03-15',
      id: '2026443605',
      item: {
        calendar_date: '2026-03-15',
        timezone_offset: 19_800,
        title: 'Trail run',
        sport: { slug: 'trail_run', name: 'Trail run' },
        time_start: '2026-03-15T05:10:00+05:30',
        time_end: '2026-03-15T06:10:00.500+05:30',
        moving_time: 3300.5,
        calories: 530.3,
        distance: 10_012.3,
        total_elevation_gain: 312,
        average_hr: 147,
        max_hr: null,
      },
    });
    has(
      exerciseOf({
        metricsSummary: undefined,
        activeDuration: undefined,
        displayName: '',
        exerciseType: undefined,
      })?.item,
      {
        calories: null,
        distance: null,
        average_hr: null,
        moving_time: null,
        title: null,
        sport: { slug: 'other', name: 'Other' },
      },
    );
    has(exerciseOf({ metricsSummary: { distanceMillimeters: 0 } })?.item, { distance: 0 });
  });

  it('takes weight and fat of one moment for one measurement', () => {
    const at = (physicalTime: string) => ({ sampleTime: { physicalTime, utcOffset: '-18000s' } });
    const items = itemsOf(googleHealth, 'body', {
      answers: {
        weight: {
          dataPoints: [
            { weight: { ...at('2026-03-14T03:00:00Z'), weightGrams: 72_345.678 } },
            { weight: { ...at('2026-03-15T12:00:00Z'), weightGrams: 72_000 } },
          ],
        },
        fat: {
          dataPoints: [
            { bodyFat: { ...at('2026-03-14T03:00:00.000Z'), percentage: 21.456 } },
            { bodyFat: { ...at('2026-03-16T12:00:00Z'), percentage: 0 } },
          ],
        },
      },
    });
    assert.deepEqual(
      items.map(({ day, id, item }) => [day, id, item['weight'], item['fat']]),
      [
        ['2026-03-13', '2026-03-14T03:00:00.000Z', 72.346, 21.46],
        ['2026-03-15', '2026-03-15T12:00:00.000Z', 72, null],
        ['2026-03-16', '2026-03-16T12:00:00.000Z', null, 0],
      ],
    );
    assert.equal(items[0]?.item['measured_at'], '2026-03-13T22:00:00-05:00');
  });

  it('makes a profile of the settings and the last height', () => {
    const profileOf = (settings: object, height: object) =>
      itemsOf(googleHealth, 'profile', { answers: { settings, height }, window: { from: until, until } });
    const none = { height: null, birth_date: null, gender: null, time_zone: null };
    const expected = (item: object) => [{ day: until, id: 'profile', item: { ...none, ...item } }];
    assert.deepEqual(
      profileOf({ timeZone: 'Europe/Berlin' }, { dataPoints: [{ height: { heightMillimeters: '1826' } }] }),
      expected({ height: 182.6, time_zone: 'Europe/Berlin' }),
    );
    assert.deepEqual(profileOf({}, {}), expected({}));
  });

  it.each([
    ['sleep', { dataPoints: [{ sleep: { interval: { startTime: 'x', endTime: 'y' } } }] }],
    ['sleep', { dataPoints: 'none' }],
    ['steps', { rollupDataPoints: [{ civilStartTime: { date: { year: 2026, month: 2, day: 30 } } }] }],
    ['weight', { dataPoints: [{ weight: { weightGrams: 1 } }] }],
    ['settings', []],
  ])('says that an answer is not as documented: %s', (name, answer) => {
    const context = { window: { from: until, until }, account, cursor: null };
    assert.throws(() => googleHealth.collections[name]?.read(answer, context), { name: /Zod/ });
  });
});

describe('Google Health: reading from its interface', () => {
  const window = { from: addDays(until, -89), until };

  it('reads what there is, each once and under its own day', async () => {
    const { reading, records } = scene();
    const { days } = records.life;
    const within = (day: string): boolean => day >= window.from;
    const local = ({ at, offset }: { at: number; offset: number }): string =>
      new Date(at + offset * 1000).toISOString().slice(0, 10);
    const expected = {
      sleep: days.flatMap(({ date, night }) => (night ? [date] : [])),
      activity: days.map(({ date }) => date),
      workouts: days.flatMap(({ workout }) => (workout ? [local(workout.start)] : [])),
      body: days.flatMap(({ body }) => (body ? [local(body.measured)] : [])),
    };
    for (const [resource, dates] of Object.entries(expected)) {
      const items = await readItems({ ...reading, window }, resource);
      assert.deepEqual(items.map(({ day }) => day).toSorted(), dates.filter(within));
      for (const { item } of items) assertInContract(resource, item);
    }
    const [profile] = await readItems({ ...reading, window }, 'profile');
    has(profile?.item, { height: records.life.height, time_zone: 'Europe/Berlin' });
  });

  it('says of a night and a day what the person did', async () => {
    const { reading, records } = scene();
    const { days } = records.life;
    const [nights = [], moved = [], courses = []] = await Promise.all(
      ['sleep', 'activity', 'sleep_cycle'].map((resource) => readItems({ ...reading, window }, resource)),
    );
    for (const { date, night, steps, floors, heartRate, kilocalories } of days.filter(
      (day) => day.date >= window.from,
    )) {
      const item = nights.find(({ day }) => day === date)?.item;
      if (night)
        has(item, {
          total: night.stages.light + night.stages.deep + night.stages.rem,
          awake: night.stages.awake,
          bedtime_start: item?.['bedtime_start'],
          average_hrv: night.variability,
          timezone_offset: night.stop.offset,
        });
      if (night) assert.equal(Date.parse(String(item?.['bedtime_stop'])), night.stop.at);
      const course = courses.find(({ day: each }) => each === date)?.item;
      if (course && night) {
        has(course, { session_start: item?.['bedtime_start'], session_end: item?.['bedtime_stop'] });
        const lived = night.course.flatMap(({ stage, from, until: end }) =>
          Array.from({ length: (end - from) / 60 }, () => stage),
        );
        assert.deepEqual(stagesByMinute(course), lived);
      }
      assert.equal(course === undefined, (item?.['light'] ?? null) === null);
      const day = moved.find((each) => each.day === date)?.item;
      has(day, { steps: steps || null, floors_climbed: steps ? floors : null, calories_total: kilocalories });
      if (night) assert.equal(Object(day?.['heart_rate']).resting_bpm, heartRate.resting);
    }
  });

  it('gets the same however a range is cut, in requests that Google allows', async () => {
    const { reading } = scene();
    const whole = await readItems({ ...reading, window }, 'workouts');
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 88 }), async (at) => {
        const first = { from: window.from, until: addDays(window.from, at) };
        const second = { from: addDays(first.until, 1), until };
        const parts = await Promise.all(
          [first, second].map((each) => readItems({ ...reading, window: each }, 'workouts')),
        );
        const byId = (items: typeof whole) => new Map(items.map((each) => [each.id, each]));
        assert.deepEqual(byId(parts.flat()), byId(whole));
      }),
      { numRuns: 10 },
    );
  });

  it('turns pages with the same request', async () => {
    const { reading, simulator, records } = scene();
    await readItems({ ...reading, window }, 'sleep');
    const pages = simulator.requests.filter(({ url }) => url.includes('/sleep/'));
    assert.equal(
      pages.length,
      Math.ceil((records.points['sleep'] ?? []).filter(({ civil }) => civil >= window.from).length / 25),
    );
    // Sums come in pages of ten days.
    const days = await readItems({ ...reading, window }, 'activity');
    assert.equal(days.length, daysBetween(window.from, until).length);
    assert.ok(simulator.requests.filter(({ url }) => url.includes('/total-calories/')).length > 90 / 14 + 1);
  });

  it('sees what came late, changed and went', async () => {
    const { reading, records } = scene();
    const read = () => readItems({ ...reading, window }, 'body');
    const before = await read();
    const weight = records.points['weight'];
    const last = weight?.pop();
    assert.ok(weight && last);
    records.points['body-fat']?.pop();
    assert.deepEqual(await read(), before.slice(1));
    weight.push({ ...last, point: { weight: { ...Object(last.point['weight']), weightGrams: 1000 } } });
    has((await read())[0]?.item, { weight: 1, fat: null });
  });

  it('does without what the person did not give', async () => {
    const { reading, records } = scene();
    records.denied.add('health_metrics_and_measurements');
    await assert.rejects(readItems({ ...reading, window }, 'body'), (error) => {
      assert.ok(error instanceof Refused);
      // Said by the common rules: it is refused.
      assert.equal(error.answer.status, 403);
      assert.equal(googleHealth.classify?.(error.answer), undefined);
      return true;
    });
    assert.ok((await readItems({ ...reading, window }, 'workouts')).length > 0);
  });
});

describe('Google Health: the grant', () => {
  const api = ({ reading }: ReturnType<typeof scene>) => ({
    send: async (request: Parameters<typeof exchange>[1]) => (await exchange(reading, request)).body,
  });

  it('finds the account', async () => {
    const where = { base: null, region: null };
    const of = { token: { access_token: token }, where };
    assert.equal(await signIn.readAccount({ ...of, api: api(scene()) }), account);
    await assert.rejects(signIn.readAccount({ ...of, api: { send: async () => ({ healthUserId: '' }) } }));
  });

  it('asks so that each link brings a refresh token, and ends the whole grant', () => {
    const parameters = signIn.authorizeParameters?.({ base: null, region: null });
    assert.deepEqual(parameters, { access_type: 'offline', prompt: 'consent' });
    const tokens = { account, accessToken: 'a' };
    assert.deepEqual(signIn.revoke?.({ ...tokens, refreshToken: 'r' }).form, { token: 'r' });
    assert.deepEqual(signIn.revoke?.({ ...tokens, refreshToken: null }).form, { token: 'a' });
  });

  it('tells the project’s trouble from the person’s', async () => {
    const { reading, records, simulator } = scene();
    const ask = () => exchange(reading, { to: '/users/me/settings' });
    simulator.refuseNext(1);
    assert.equal(googleHealth.classify?.(await ask()), undefined);
    records.closed = true;
    assert.equal(googleHealth.classify?.(await ask())?.kind, 'application');
    const of = (body: unknown) =>
      googleHealth.classify?.({ status: 403, headers: new Headers(), body })?.kind;
    assert.equal(of({ error: { details: [{ reason: 'RATE_LIMIT_EXCEEDED' }] } }), 'later');
    for (const body of [
      { error: { details: [{ reason: 'RESOURCE_PERMISSION_DENIED' }] } },
      { error: {} },
      {},
      undefined,
    ])
      assert.equal(of(body), undefined);
  });
});

describe('Google Health: notices', () => {
  const { notices } = googleHealth;
  assert.ok(notices);
  const now = new Date();
  const secret = 'long and random';
  const notice = (content: unknown, authorization?: string) => ({
    method: 'POST',
    headers: new Headers(authorization === undefined ? {} : { authorization }),
    query: new URLSearchParams(),
    body: JSON.stringify(content),
  });
  const right = `Bearer ${secret}`;
  const changed = (dataType: string, intervals?: readonly object[], operation = 'UPSERT') => ({
    data: { version: '1', healthUserId: account, operation, dataType, ...(intervals ? { intervals } : {}) },
  });

  it('begin with two checks: the one with the header is answered, the one without refused', () => {
    const check = { type: 'verification' };
    assert.equal(notices.challenge?.(notice(check, right), secret)?.status, 201);
    for (const [authorization, known] of [
      [undefined, secret],
      ['Bearer other', secret],
      [right, null],
    ] as const) {
      assert.equal(notices.challenge?.(notice(check, authorization), known), undefined);
      assert.equal(notices.verify(notice(check, authorization), known, now), 'forged');
    }
    assert.equal(notices.challenge?.(notice(changed('sleep'), right), secret), undefined);
  });

  it('are proved by the header, and a hint without it', () => {
    assert.equal(notices.verify(notice(changed('sleep'), right), secret, now), 'signed');
    assert.equal(notices.verify(notice(changed('sleep')), secret, now), 'hint');
    assert.equal(notices.verify(notice(changed('sleep'), right), null, now), 'hint');
    assert.equal(notices.verify(notice(changed('sleep'), `${right} `.slice(1)), secret, now), 'forged');
  });

  it('say whose what of which days is new', () => {
    const civil = (startTime: string, endTime?: string) => ({
      civilIso8601TimeInterval: { startTime, ...(endTime ? { endTime } : {}) },
    });
    const physical = {
      physicalTimeInterval: { startTime: '2026-03-07T23:29:00Z', endTime: '2026-03-08T01:00:00Z' },
    };
    const of = (resources: readonly string[], more: object = {}) => ({
      account,
      is: 'changed',
      resources,
      ...more,
    });
    assert.deepEqual(
      notices.read(
        notice([
          changed('sleep', [
            civil('2026-03-08T17:29:00', '2026-03-09T07:00:00'),
            civil('2026-03-07T17:29:00'),
          ]),
          changed('weight', [physical], 'DELETE'),
          changed('blood-glucose', [physical]),
          changed('steps'),
        ]),
      ),
      [
        of(['sleep', 'sleep_cycle'], { from: '2026-03-07', until: '2026-03-09' }),
        of(['body'], { from: '2026-03-06', until: '2026-03-09' }),
        of(['activity']),
      ],
    );
    assert.deepEqual(notices.read(notice(changed('exercise', [{}]))), [of(['workouts'])]);
    for (const wrong of [{}, { type: 'verification' }, changed('sleep', [civil('x')])])
      assert.throws(() => notices.read(notice(wrong)), { name: /Zod/ });
  });
});
