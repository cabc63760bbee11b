import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import fc from 'fast-check';
import {
  ActivitySummary,
  BodySummary,
  MealSummary,
  ProfileSummary,
  SleepSummary,
  WorkoutSummary,
} from 'svc-link/contract';
import { arrivesIncomplete, itemsOf } from '../../src/fictional-data/index.js';
import { fictionalProviders } from '../../src/providers/catalogue.js';

const account = fc.string({ minLength: 1, maxLength: 40 });
const date = fc
  .integer({ min: 15_000, max: 30_000 })
  .map((days) => new Date(days * 86_400_000).toISOString().slice(0, 10));
const complete = fc.boolean();
const resources = [...new Set(fictionalProviders.flatMap((each) => each.resources.map(({ name }) => name)))];

/** Checks a fact for some hundred days of some hundred people. */
const always = (fact: (account: string, date: string, complete: boolean) => void) =>
  fc.assert(fc.property(account, date, complete, fact), { numRuns: 300 });

const inSummary = { id: 'i', user_id: 'u', source: { provider: 'p', type: 'ring', app_id: null } };
/** The items as the contract parses them, which is how the summaries return them. */
const read = <T>(schema: { parse(value: unknown): T }, items: readonly object[]): T[] =>
  items.map((item) => schema.parse({ ...inSummary, ...item }));
const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);
const seconds = (from: string, until: string) => (Date.parse(until) - Date.parse(from)) / 1000;
const within = (value: number | null, least: number, most: number) =>
  assert.ok(value !== null && value >= least && value <= most, `${value} is not from ${least} to ${most}`);

describe('fictional data', () => {
  it('exists for every resource of the catalogue', () => {
    for (const resource of resources) {
      const week = ['04', '05', '06', '07', '08', '09', '10'].map((day) =>
        itemsOf(resource, 'somebody', `2026-05-${day}`),
      );
      assert.ok(week.flat().length > 0, resource);
    }
    assert.deepEqual(itemsOf('horoscope', 'somebody', '2026-05-04'), []);
  });

  it('is always the same for one person and day, and differs for others', () => {
    fc.assert(
      fc.property(fc.constantFrom(...resources), account, date, complete, (resource, who, when, whole) => {
        assert.deepEqual(itemsOf(resource, who, when, whole), itemsOf(resource, who, when, whole));
      }),
    );
    const [ada, grace] = ['ada', 'grace'].map((who) => itemsOf('activity', who, '2026-05-04'));
    assert.notDeepEqual(ada, grace);
    assert.notDeepEqual(ada, itemsOf('activity', 'ada', '2026-05-05'));
  });

  it('lies within the day, in order, and ends when the day ends', () => {
    fc.assert(
      fc.property(fc.constantFrom(...resources), account, date, complete, (resource, who, when, whole) => {
        const moments = itemsOf(resource, who, when, whole).flatMap((item) =>
          Object.entries(item).flatMap(([key, at]) =>
            ['timestamp', 'time_start', 'measured_at', 'bedtime_start'].includes(key) ? [Date.parse(at)] : [],
          ),
        );
        assert.deepEqual(
          moments,
          moments.toSorted((one, other) => one - other),
        );
        for (const moment of moments)
          within(
            moment / 3_600_000 - Date.parse(when) / 3_600_000,
            resource.startsWith('sleep') ? -6 : -2,
            24,
          );
      }),
    );
  });

  it('has nights whose stages add up', () => {
    always((who, when, whole) => {
      const [night] = read(SleepSummary, itemsOf('sleep', who, when, whole));
      assert.ok(night);
      const { awake, light, deep, rem } = night;
      assert.ok(awake !== null && light !== null && deep !== null && rem !== null);
      assert.equal(night.total, light + deep + rem);
      assert.equal(night.duration, night.total + awake);
      assert.equal(seconds(night.bedtime_start, night.bedtime_stop), night.duration);
      within(night.total, 5 * 3600, 10 * 3600);
      within(night.efficiency, 0.8, 1);
      within(night.latency, 0, awake);
      assert.equal(night.score === null, !whole);
      if (whole) within(night.score, 40, 100);
    });
  });

  it('has the course of the same night, without gaps', () => {
    always((who, when) => {
      const [night] = read(SleepSummary, itemsOf('sleep', who, when));
      const [course] = itemsOf('sleep_cycle', who, when) as {
        stage_start_offset_second: number[];
        stage_end_offset_second: number[];
        stage_type: string[];
      }[];
      assert.ok(night && course);
      const [starts, ends] = [course.stage_start_offset_second, course.stage_end_offset_second];
      assert.deepEqual(starts, [0, ...ends.slice(0, -1)]);
      assert.equal(ends.at(-1), night.duration);
      for (const stage of ['awake', 'light', 'deep', 'rem'] as const)
        assert.equal(
          sum(course.stage_type.map((each, at) => (each === stage ? ends[at]! - starts[at]! : 0))),
          night[stage],
        );
    });
  });

  it('has days of movement whose values follow from the steps', () => {
    always((who, when, whole) => {
      const [day] = read(ActivitySummary, itemsOf('activity', who, when, whole));
      const samples = itemsOf('steps', who, when, whole) as { value: number }[];
      assert.ok(day?.steps && day.heart_rate);
      assert.equal(day.steps, sum(samples.map(({ value }) => value)));
      within(day.steps, 800, 25_000);
      within(day.distance! / day.steps, 0.6, 0.9);
      within(day.calories_total! - day.calories_active!, 900, 2400);
      assert.ok(day.low! >= 0 && day.medium! >= 0 && day.high! >= 0);
      const { min_bpm, resting_bpm, avg_bpm, max_bpm } = day.heart_rate;
      assert.ok(min_bpm! < resting_bpm! && resting_bpm! < avg_bpm! && avg_bpm! < max_bpm!);
      within(resting_bpm, 44, 72);
    });
  });

  it('has meals whose energy is that of their nutrients', () => {
    always((who, when, whole) => {
      const meals = read(MealSummary, itemsOf('meal', who, when, whole));
      assert.equal(meals.length, whole ? 3 : 2);
      for (const { energy, macros } of meals) {
        within(energy.value - 4 * (macros.carbs! + macros.protein!) - 9 * macros.fat!, -1, 1);
        assert.ok(macros.fibre! + macros.sugar! < macros.carbs!);
      }
    });
  });

  it('has plausible bodies, workouts and profiles', () => {
    always((who, when, whole) => {
      const [body] = read(BodySummary, itemsOf('body', who, when, whole));
      const [profile] = read(ProfileSummary, itemsOf('profile', who, when));
      assert.ok(body && profile);
      within(body.weight, 42, 120);
      within(body.body_mass_index! - body.weight! / (profile.height! / 100) ** 2, -0.06, 0.06);
      for (const workout of read(WorkoutSummary, itemsOf('workouts', who, when, whole))) {
        const duration = seconds(workout.time_start, workout.time_end);
        within(workout.moving_time, duration - 240, duration);
        assert.ok(workout.average_hr! < workout.max_hr!);
        within(workout.max_hr, 80, 205);
      }
    });
  });

  it('differs by weekday: two days without exercise, and longer nights at the weekend', () => {
    const people = Array.from({ length: 40 }, (_, n) => `person ${n}`);
    const nights = (when: string) =>
      sum(people.map((who) => read(SleepSummary, itemsOf('sleep', who, when))[0]!.total)) / people.length;
    assert.ok(nights('2026-05-09') > nights('2026-05-06') + 600);
    for (const who of people) {
      const days = ['04', '05', '06', '07', '08', '09', '10'].map((day) => `2026-05-${day}`);
      assert.equal(days.filter((when) => itemsOf('workouts', who, when).length === 0).length, 2);
    }
  });

  it('is incomplete at first on every third day, and then has less or the same', () => {
    always((who, when) => {
      const start = Date.parse(when);
      const late = [0, 1, 2].filter((day) =>
        arrivesIncomplete(who, 'sleep', new Date(start + day * 86_400_000).toISOString().slice(0, 10)),
      );
      assert.equal(late.length, 1);
      for (const resource of ['activity', 'sleep', 'sleep_cycle', 'body', 'meal'])
        assert.notDeepEqual(itemsOf(resource, who, when, false), itemsOf(resource, who, when), resource);
    });
  });
});
