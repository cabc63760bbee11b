// Reading from Oura's interface, which is simulated.
import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import { timestampAt } from '../../src/adapters/days.js';
import { oura } from '../../src/adapters/oura.js';
import { assertInContract } from './mapping.js';
import { sceneOf } from './scene.js';
import { lifeOf } from './simulators/life.js';
import { createOuraSimulator } from './simulators/oura.js';

const until = '2026-11-10';
const window = { from: '2026-08-10', until };
const scene = () => sceneOf({ adapter: oura, create: createOuraSimulator, window, account: 'ada' });
const life = lifeOf('ada', until);
const days = life.days.filter(({ date }) => date >= window.from);

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
    // Days with a flight or a change of clocks have two offsets, so a moment can belong to two days.
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
    const { records, read } = scene();
    const before = await read('sleep');
    const { sleep, daily_sleep } = records;
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
});
