// Reading from Withings' interface, which is simulated.
import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import { withings } from '../../src/adapters/withings.js';
import { assertInContract } from './mapping.js';
import { sceneOf } from './scene.js';
import { lifeOf } from './simulators/life.js';
import { createWithingsSimulator } from './simulators/withings.js';

const until = '2026-11-10';
const window = { from: '2026-08-04', until };
const scene = () =>
  sceneOf({ adapter: withings, create: createWithingsSimulator, window, account: '475', person: 'ada' });
const { days } = lifeOf('ada', until);

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
    // The offset is of the place where the person is now, because measurements do not say where they were made.
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
    // The days are cut by the clock of the place where the person is now.
    assert.ok(inWindow.length >= 98 * 4 && new Set(inWindow).size === inWindow.length);
    assert.deepEqual(
      inWindow.filter((each) => !lived.includes(each)),
      [],
    );
    assert.ok(pulses.every(({ item }) => item['unit'] === 'bpm' && Number(item['value']) > 30));
  });

  it('follows records that come late, change and go', async () => {
    const { records, read } = scene();
    const before = await read('body');
    const { groups } = records;
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
});
