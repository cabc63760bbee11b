// What observations and patients of a FHIR server mean.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { dayAt, timestampAt } from '../../src/adapters/days.js';
import { smart } from '../../src/adapters/smart.js';
import type { DayItem } from '../../src/adapters/collection.js';

const until = '2026-04-05';
const context = {
  window: { from: '2025-12-27', until },
  account: 'https://provider.test/Patient/ada',
  cursor: null,
};

/** An observation as a server sends it. */
const observation = (loinc: string, fields: object): object => ({
  resourceType: 'Observation',
  id: 'one',
  status: 'final',
  code: { coding: [{ system: 'http://loinc.org', code: loinc }] },
  effectiveDateTime: '2026-03-28T08:00:00+01:00',
  ...fields,
});
const ucum = (value: number, code: string) => ({
  valueQuantity: { value, code, system: 'http://unitsofmeasure.org' },
});
/** The items made from observations on one page of a server. */
function itemsOf(
  resource: string,
  observations: readonly object[],
  timezone: string | null = null,
): readonly DayItem[] {
  const entry = observations.map((each) => ({ resource: each }));
  const page = smart.collections['observations']?.read({ resourceType: 'Bundle', entry }, context);
  const records = { observations: page?.records ?? [], heights: page?.records ?? [], patient: [] };
  return smart.resources[resource]?.items(records, { window: context.window, timezone }) ?? [];
}
/** The item of a profile, made from a patient and heights. */
function profileOf(patient: object, heights: readonly object[] = []): DayItem | undefined {
  const records = {
    observations: [],
    patient:
      smart.collections['patient']?.read({ resourceType: 'Patient', id: 'ada', ...patient }, context)
        .records ?? [],
    heights:
      smart.collections['heights']?.read(
        { resourceType: 'Bundle', entry: heights.map((resource) => ({ resource })) },
        context,
      ).records ?? [],
  };
  return smart.resources['profile']?.items(records, { window: context.window, timezone: null })[0];
}

it('takes the later version of two records of one moment', () => {
  const version = (id: string, lastUpdated: string, value: number): object =>
    observation('29463-7', { id, meta: { lastUpdated }, ...ucum(value, 'kg') });
  const [late, early] = [version('a', '2026-04-01T00:00:00Z', 71), version('b', '2026-03-28T09:00:00Z', 17)];
  for (const order of [
    [late, early],
    [early, late],
  ])
    expect(itemsOf('body', order).map(({ item }) => item['weight'])).toEqual([71]);
});

it.each([
  ['kilograms', ucum(70.123, 'kg'), 70.12],
  ['grams', ucum(3450, 'g'), 3.45],
  ['pounds', ucum(154.32, '[lb_av]'), 70],
  ['ounces', ucum(123.5, '[oz_av]'), 3.5],
  ['nothing', ucum(0, 'kg'), 0],
])('reads a weight in %s', (_, value, weight) => {
  expect(itemsOf('body', [observation('29463-7', value)])).toEqual([
    {
      day: '2026-03-28',
      id: '2026-03-28T07:00:00.000Z',
      item: {
        calendar_date: '2026-03-28',
        timezone_offset: 3600,
        measured_at: '2026-03-28T08:00:00+01:00',
        weight,
        fat: null,
        water_percentage: null,
        muscle_mass: null,
        body_mass_index: null,
      },
    },
  ]);
});

it.each([
  ['a unit that is none of weight', ucum(70, 'cm')],
  ['no unit', { valueQuantity: { value: 70 } }],
  ['a unit of another system', { valueQuantity: { value: 70, code: 'kg', system: 'urn:local' } }],
  ['a bound', { valueQuantity: { ...ucum(70, 'kg').valueQuantity, comparator: '<' } }],
  ['no value', { dataAbsentReason: { text: 'refused' } }],
  ['a value taken back', { ...ucum(70, 'kg'), status: 'entered-in-error' }],
  ['a value that is only announced', { ...ucum(70, 'kg'), status: 'registered' }],
  ['a month', { ...ucum(70, 'kg'), effectiveDateTime: '2026-03' }],
  ['no time', { ...ucum(70, 'kg'), effectiveDateTime: null }],
  ['a time that is none', { ...ucum(70, 'kg'), effectiveDateTime: '2026-03-28T25:00:00Z' }],
  ['a day that is none', { ...ucum(70, 'kg'), effectiveDateTime: '2026-13-28' }],
  [
    'a code of another system',
    { ...ucum(70, 'kg'), code: { coding: [{ system: 'urn:local', code: '29463-7' }] } },
  ],
  ['a code in words', { ...ucum(70, 'kg'), code: { text: 'weight' } }],
])('leaves out a weight with %s', (_, fields) => {
  expect(itemsOf('body', [observation('29463-7', fields)])).toEqual([]);
});

const berlin = 'Europe/Berlin';
it.each([
  // The observation's time, the person's zone, then the expected day, offset and moment.
  ['2026-03-28T23:30:00-05:00', berlin, '2026-03-28', -18_000, '2026-03-29T04:30:00Z'],
  ['2026-03-28T23:30:00Z', berlin, '2026-03-29', 3600, '2026-03-28T23:30:00Z'],
  ['2026-03-29T23:30:00Z', berlin, '2026-03-30', 7200, '2026-03-29T23:30:00Z'],
  ['2026-03-28T23:30:00+00:00', null, '2026-03-28', null, '2026-03-28T23:30:00Z'],
  ['2026-03-28T23:30:00.250Z', null, '2026-03-28', null, '2026-03-28T23:30:00.250Z'],
  // The clocks change on this day, after its midnight.
  ['2026-03-29', berlin, '2026-03-29', 3600, '2026-03-28T23:00:00Z'],
  ['2026-03-29', null, '2026-03-29', null, '2026-03-29T00:00:00Z'],
  ['2026-03-29', 'America/New_York', '2026-03-29', -14_400, '2026-03-29T04:00:00Z'],
])('puts %s in %s on a day', (effectiveDateTime, timezone, day, offset, moment) => {
  const [item] = itemsOf(
    'body',
    [observation('29463-7', { ...ucum(70, 'kg'), effectiveDateTime })],
    timezone,
  );
  expect(item).toMatchObject({ day, item: { calendar_date: day, timezone_offset: offset } });
  expect(Date.parse(String(item?.item['measured_at']))).toBe(Date.parse(moment));
});

it('keeps the moment and the day of every clock', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: Date.parse('2000-01-01'), max: Date.parse('2040-01-01') }),
      fc.integer({ min: -56, max: 56 }).filter((quarters) => quarters !== 0),
      (at, quarters) => {
        const effectiveDateTime = timestampAt(at, quarters * 900);
        const [item] = itemsOf('heartrate', [
          observation('8867-4', { ...ucum(60, '/min'), effectiveDateTime }),
        ]);
        expect(item?.day).toBe(dayAt(at, quarters * 900));
        expect(item?.item['timestamp']).toBe(effectiveDateTime);
      },
    ),
  );
});

it('takes a period by its beginning, and an instant', () => {
  const of = (fields: object) =>
    itemsOf('heartrate', [
      observation('8867-4', { ...ucum(60, '/min'), effectiveDateTime: null, ...fields }),
    ])[0]?.item['timestamp'];
  const [start, end] = ['2026-03-28T08:00:00+01:00', '2026-03-28T08:01:00+01:00'];
  expect(of({ effectivePeriod: { start, end } })).toBe(start);
  expect(of({ effectivePeriod: { end } })).toBe(end);
  expect(of({ effectiveInstant: start })).toBe(start);
});

it('makes one item of what was measured at one moment, in any order', () => {
  const parts = [
    observation('29463-7', { id: 'a', ...ucum(70, 'kg') }),
    observation('39156-5', { id: 'b', ...ucum(22.857, 'kg/m2') }),
    observation('41982-0', { id: 'c', ...ucum(21, '%') }),
  ];
  fc.assert(
    fc.property(fc.shuffledSubarray(parts, { minLength: 3 }), (order) => {
      const [item, ...more] = itemsOf('body', order);
      expect(more).toEqual([]);
      expect(item?.item).toMatchObject({ weight: 70, body_mass_index: 22.86, fat: 21 });
    }),
  );
});

it.each([
  ['both values', '85354-9', 121.6, 80.2, { systolic: 122, diastolic: 80 }],
  ['the older code of the panel', '55284-4', 120, 80, { systolic: 120, diastolic: 80 }],
  ['no diastolic value', '85354-9', 120, undefined, undefined],
  ['no systolic value', '85354-9', undefined, 80, undefined],
])('reads a blood pressure with %s', (_, loinc, systolic, diastolic, expected) => {
  const part = (code: string, value: number | undefined): object => ({
    code: { coding: [{ system: 'http://loinc.org', code }] },
    ...(value === undefined ? { dataAbsentReason: {} } : ucum(value, 'mm[Hg]')),
  });
  const component = [part('8480-6', systolic), part('8462-4', diastolic)];
  const [item] = itemsOf('blood_pressure', [observation(loinc, { component })]);
  expect(item?.item).toEqual(
    expected && {
      calendar_date: '2026-03-28',
      timezone_offset: 3600,
      timestamp: '2026-03-28T08:00:00+01:00',
      unit: 'mmHg',
      ...expected,
    },
  );
});

it.each([
  ['heartrate', '8867-4', ucum(61.4, '{beats}/min'), 61, 'bpm'],
  ['respiratory_rate', '9279-1', ucum(14.25, '/min'), 14.3, 'breaths/min'],
  ['body_temperature', '8310-5', ucum(98.6, '[degF]'), 37, '°C'],
])('reads %s', (resource, loinc, value, expected, unit) => {
  expect(itemsOf(resource, [observation(loinc, value)])).toEqual([
    {
      day: '2026-03-28',
      id: 'one',
      item: {
        calendar_date: '2026-03-28',
        timezone_offset: 3600,
        timestamp: '2026-03-28T08:00:00+01:00',
        value: expected,
        unit,
      },
    },
  ]);
});

it.each([
  [
    { birthDate: '1980-02-29', gender: 'other' },
    { birth_date: '1980-02-29', gender: 'other' },
  ],
  [
    { birthDate: '1980-02', gender: 'unknown' },
    { birth_date: null, gender: null },
  ],
  [{ birthDate: '1980' }, { birth_date: null, gender: null }],
  [{}, { birth_date: null, gender: null }],
])('reads the person %o', (patient, expected) => {
  expect(profileOf(patient)).toEqual({
    day: until,
    id: 'profile',
    item: { height: null, time_zone: null, ...expected },
  });
});

it('takes the height that was measured last', () => {
  const height = (effectiveDateTime: string, value: number, code: string): object =>
    observation('8302-2', { effectiveDateTime, ...ucum(value, code) });
  const heights = [
    height('2020-01-01', 70, '[in_i]'),
    height('2024-01-01T10:00:00Z', 1.79, 'm'),
    height('2025-01-01', 5, 'kg'),
  ];
  expect(profileOf({}, heights)?.item['height']).toBe(179);
});

it('refuses a page that is none', () => {
  for (const body of [
    undefined,
    [],
    { resourceType: 'OperationOutcome' },
    { resourceType: 'Bundle', entry: [{ resource: { resourceType: 'Observation' } }] },
  ])
    expect(() => smart.collections['observations']?.read(body, context)).toThrow(z.core.$ZodError);
});
