// Reading from a FHIR server, which is simulated.
import { expect, it } from 'vitest';
import { smart } from '../../src/adapters/smart.js';
import { addDays } from '../../src/work/index.js';
import { assertInContract } from './mapping.js';
import { readItems, Refused } from './reading.js';
import { sceneOf } from './scene.js';
import { lifeOf } from './simulators/life.js';
import { createSmartSimulator } from './simulators/smart.js';

const until = '2026-04-05';
const window = { from: addDays(until, -99), until };
const base = 'https://provider.test';
const scene = () =>
  sceneOf({
    adapter: smart,
    create: createSmartSimulator,
    window,
    account: `${base}/Patient/ada`,
    person: 'ada',
  });

it.each(['body', 'heartrate', 'body_temperature', 'blood_pressure', 'respiratory_rate', 'profile'])(
  'reads %s as the contract says',
  async (resource) => {
    const items = await scene().read(resource);
    for (const { day, item } of items) {
      assertInContract(resource, item);
      expect(item['calendar_date'] ?? day).toBe(day);
    }
    // The simulator has no respiratory rates.
    expect(items.length > 0).toBe(resource !== 'respiratory_rate');
  },
);

it('reads what was measured, over pages, journeys and a change of the clocks', async () => {
  const { read, simulator } = scene();
  const life = lifeOf('ada', until);
  const bodies = await read('body');
  const weighed = life.days.flatMap(({ date, body }) => (body ? [{ date, ...body }] : []));
  expect(bodies.map(({ day }) => day)).toEqual(weighed.map(({ date }) => date));
  for (const [at, { item }] of bodies.entries()) {
    expect(item['weight']).toBeCloseTo(weighed[at]!.kilograms, 2);
    expect(item['fat']).toBeCloseTo(weighed[at]!.fat, 2);
    expect(item['timezone_offset']).toBe(weighed[at]!.measured.offset);
    expect(Date.parse(String(item['measured_at']))).toBe(weighed[at]!.measured.at);
  }
  const pressures = await read('blood_pressure');
  const taken = life.days.flatMap(({ date, pressure }) => pressure.map((each) => ({ date, ...each })));
  expect(pressures.map(({ day, item }) => [day, item['systolic'], item['diastolic']])).toEqual(
    taken.map(({ date, systolic, diastolic }) => [date, systolic, diastolic]),
  );
  for (const resource of ['heartrate', 'body_temperature']) {
    const samples = await read(resource);
    const had = samples.map(({ day, item }) => [day, Date.parse(String(item['timestamp'])), item['value']]);
    const measured = life.days.flatMap((day) =>
      day.measured(resource).map(({ at, value }) => [day.date, at, value]),
    );
    expect(new Set(had.map(String))).toEqual(new Set(measured.map(String)));
  }
  expect(simulator.requests.some(({ url }) => url.includes('page=3'))).toBe(true);
});

it('reads who the person is', async () => {
  const life = lifeOf('ada', until);
  expect(await scene().read('profile')).toEqual([
    {
      day: until,
      id: 'profile',
      item: { height: life.height, birth_date: life.birthDate, gender: life.gender, time_zone: null },
    },
  ]);
});

it('drops what a clinic took back, and takes what it corrected', async () => {
  const { read, records } = scene();
  const weights = records.observations.filter(({ id }) => id.startsWith('weight'));
  const [before] = await read('body');
  weights[0]!.valueQuantity!.value = 70;
  weights[0]!.valueQuantity!.code = 'kg';
  weights[1]!.status = 'entered-in-error';
  const after = new Map((await read('body')).map((item) => [item.id, item]));
  expect(after.get(before!.id)).toEqual({ ...before, item: { ...before!.item, weight: 70 } });
  const other = new Date(String(weights[1]!.effectiveDateTime)).toISOString();
  expect(after.get(other)?.item).toMatchObject({ weight: null, fat: expect.any(Number) as number });
});

it.each([
  ['another patient', 403, { account: `${base}/Patient/ben` }],
  ['a token that is not known', 401, { token: 'stolen' }],
])('hears the refusal of %s', async (_, status, changed) => {
  const reading = readItems({ ...scene().reading, ...changed }, 'profile');
  await expect(reading).rejects.toMatchObject({ answer: { status } });
});

it('says when the server has too much to do', async () => {
  const { read, simulator } = scene();
  simulator.refuseNext(1);
  const refused = await read('body').catch((error: unknown) => error as Refused);
  expect(refused).toMatchObject({ answer: { status: 429 } });
  expect((refused as Refused).answer.headers.get('retry-after')).toBe('60');
});
