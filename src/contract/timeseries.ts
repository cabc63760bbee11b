// For servers only: nothing here is part of a browser's bundle.
import * as z from 'zod/mini';
import { timeseriesRange } from './calendar-date.js';
import { dataItem } from './data-item.js';
import { endpoint } from './endpoint.js';
import { timestamp } from './formats.js';
import { openEnum } from './open-enum.js';

/** One value that was measured, counted or noted, of most resources. */
export const Reading = z.looseObject({
  ...dataItem,
  timestamp,
  value: z.number(),
  /** Of `value`; the same for all of a resource. */
  unit: z.string(),
});
export type Reading = z.infer<typeof Reading>;

/** A measurement of blood pressure. */
export const BloodPressureReading = z.looseObject({
  ...dataItem,
  timestamp,
  systolic: z.number(),
  diastolic: z.number(),
  /** Of both: `mmHg`. */
  unit: z.string(),
});
export type BloodPressureReading = z.infer<typeof BloodPressureReading>;

/** An electrocardiogram, without its curve. */
export const ElectrocardiogramReading = z.looseObject({
  ...dataItem,
  timestamp,
  /** Beats a minute. */
  heart_rate: z.number(),
  /** What the device made of it, such as `sinus_rhythm`. */
  classification: z.string(),
  duration_seconds: z.number(),
});
export type ElectrocardiogramReading = z.infer<typeof ElectrocardiogramReading>;

/** A day of a menstrual cycle. */
export const MenstrualCycleDay = z.looseObject({
  ...dataItem,
  /** 1 on the day on which it begins. */
  cycle_day: z.int(),
  /** Such as `none`, `light` and `heavy`. */
  flow: z.string(),
});
export type MenstrualCycleDay = z.infer<typeof MenstrualCycleDay>;

/** The course of a night, kept under the day of its morning: three lists of the same length, with an entry for each stretch. */
export const SleepCycle = z.looseObject({
  ...dataItem,
  session_start: timestamp,
  session_end: timestamp,
  /** Seconds from `session_start` to where each stretch begins. */
  stage_start_offset_second: z.array(z.int()),
  /** And to where it ends. */
  stage_end_offset_second: z.array(z.int()),
  stage_type: z.array(openEnum(['awake', 'light', 'deep', 'rem'])),
});
export type SleepCycle = z.infer<typeof SleepCycle>;

/** The resources that have no summary and are read as they were measured. */
export const timeseriesResources = [
  'blood_pressure',
  'body_temperature',
  'carbohydrates',
  'electrocardiogram',
  'glucose',
  'heartrate',
  'inhaler_usage',
  'insulin',
  'menstrual_cycle',
  'mood',
  'respiratory_rate',
  'sleep_cycle',
  'steps',
  'water',
] as const;
export type TimeseriesResource = (typeof timeseriesResources)[number];

const readings = z.array(Reading);

const lists = {
  blood_pressure: z.array(BloodPressureReading),
  body_temperature: readings,
  carbohydrates: readings,
  electrocardiogram: z.array(ElectrocardiogramReading),
  glucose: readings,
  heartrate: readings,
  inhaler_usage: readings,
  insulin: readings,
  menstrual_cycle: z.array(MenstrualCycleDay),
  mood: readings,
  respiratory_rate: readings,
  sleep_cycle: z.array(SleepCycle),
  steps: readings,
  water: readings,
} satisfies Readonly<Record<TimeseriesResource, z.ZodMiniType>>;

/** What is answered of a resource: its items under its name, `{ glucose: [] }`. */
export type Timeseries<R extends TimeseriesResource> = { [Name in R]: z.output<(typeof lists)[Name]> };

/**
 * The items of a resource without a summary in at most 31 days, the earliest first, those of several providers in one list. They
 * stand under the name of the resource, the only one of these fields that is answered. A long answer is sent while it is read: one
 * that breaks off is no JSON, so ask again.
 */
export const readTimeseries = endpoint({
  method: 'GET',
  path: '/v2/timeseries/{resource}/{user_id}',
  auth: 'api-key',
  query: timeseriesRange,
  response: z.partial(z.looseObject(lists)),
});

/** The same endpoint for one resource, whose items are in each answer. */
export const timeseriesOf = <R extends TimeseriesResource>(resource: R) => {
  // Who has no types may ask for a resource that only the service knows.
  const answer = Object.hasOwn(lists, resource)
    ? z.looseObject({ [resource]: lists[resource] })
    : readTimeseries.response;
  // The key is the resource, which the type of a computed key does not say.
  return { ...readTimeseries, response: answer as unknown as z.ZodMiniType<Timeseries<R>> };
};
