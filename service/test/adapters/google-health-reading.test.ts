// Reading from Google Health's interface, which is simulated.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'vitest';
import { googleHealth } from '../../src/adapters/google-health.js';
import { addDays, daysBetween } from '../../src/work/index.js';
import { assertInContract, stagesByMinute } from './mapping.js';
import { readItems, Refused } from './reading.js';
import { has, openGoogleHealth, until, window } from './google-health-scene.js';

describe('Google Health: reading from its interface', () => {
  it('reads what there is, each once and under its own day', async () => {
    const { reading, records } = openGoogleHealth();
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
      const items = await readItems(reading, resource);
      assert.deepEqual(items.map(({ day }) => day).toSorted(), dates.filter(within));
      for (const { item } of items) assertInContract(resource, item);
    }
    const [profile] = await readItems(reading, 'profile');
    has(profile?.item, { height: records.life.height, time_zone: 'Europe/Berlin' });
  });

  it('says of a night and a day what the person did', async () => {
    const { reading, records } = openGoogleHealth();
    const { days } = records.life;
    const [nights = [], moved = [], courses = []] = await Promise.all(
      ['sleep', 'activity', 'sleep_cycle'].map((resource) => readItems(reading, resource)),
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
    const { reading } = openGoogleHealth();
    const whole = await readItems(reading, 'workouts');
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
    const { reading, simulator, records } = openGoogleHealth();
    await readItems(reading, 'sleep');
    const pages = simulator.requests.filter(({ url }) => url.includes('/sleep/'));
    assert.equal(
      pages.length,
      Math.ceil((records.points['sleep'] ?? []).filter(({ civil }) => civil >= window.from).length / 25),
    );
    // The simulator answers at most ten days of sums on a page, so a request for 14 days takes two pages.
    const days = await readItems(reading, 'activity');
    assert.equal(days.length, daysBetween(window.from, until).length);
    assert.ok(simulator.requests.filter(({ url }) => url.includes('/total-calories/')).length > 90 / 14 + 1);
  });

  it('sees what came late, changed and went', async () => {
    const { reading, records } = openGoogleHealth();
    const read = () => readItems(reading, 'body');
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
    const { reading, records } = openGoogleHealth();
    records.denied.add('health_metrics_and_measurements');
    await assert.rejects(readItems(reading, 'body'), (error) => {
      assert.ok(error instanceof Refused);
      // The common rules decide this: a 403 is a refusal.
      assert.equal(error.answer.status, 403);
      assert.equal(googleHealth.classify?.(error.answer), undefined);
      return true;
    });
    assert.ok((await readItems(reading, 'workouts')).length > 0);
  });
});
