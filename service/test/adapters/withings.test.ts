// What Withings' records mean.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'vitest';
import { withings } from '../../src/adapters/withings.js';
import { itemsOf } from './mapping.js';

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
    // Seen in real answers.
    [{ more: false, offset: 200 }, null],
    [{ more: 0, offset: 0 }, null],
    [{}, null],
  ])('goes on after %j with %j', (more, next) => {
    const { nights: collection } = withings.collections;
    const context = { window: { from: '2026-08-04', until: '2026-11-10' }, account: '475', cursor: null };
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
});
