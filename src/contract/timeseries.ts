// For servers only: nothing here is part of a browser's bundle.
import * as z from 'zod/mini';
import { timeseriesRange } from './calendar-date.js';
import { dataItem } from './data-item.js';
import { endpoint } from './endpoint.js';
import { timestamp } from './formats.js';
import { openEnum } from './open-enum.js';
import { unreadable, type UnreadableValue } from './unreadable-value.js';

/** One value that was measured, counted or noted. Most resources consist of these. */
export const Reading = z.looseObject({
  ...dataItem,
  timestamp,
  value: z.number(),
  /** The unit of `value`, which is the same for a whole resource. */
  unit: z.string(),
});
export type Reading = z.infer<typeof Reading>;

/** A measurement of blood pressure. */
export const BloodPressureReading = z.looseObject({
  ...dataItem,
  timestamp,
  systolic: z.number(),
  diastolic: z.number(),
  /** The unit of both values: `mmHg`. */
  unit: z.string(),
});
export type BloodPressureReading = z.infer<typeof BloodPressureReading>;

/** An electrocardiogram, without its curve. */
export const ElectrocardiogramReading = z.looseObject({
  ...dataItem,
  timestamp,
  /** Beats a minute. */
  heart_rate: z.number(),
  /** How the device classified it, such as `sinus_rhythm`. */
  classification: z.string(),
  duration_seconds: z.number(),
});
export type ElectrocardiogramReading = z.infer<typeof ElectrocardiogramReading>;

/** A day of a menstrual cycle. */
export const MenstrualCycleDay = z.looseObject({
  ...dataItem,
  /** 1 on the first day of the cycle. */
  cycle_day: z.int(),
  /** Such as `none`, `light` and `heavy`. */
  flow: z.string(),
});
export type MenstrualCycleDay = z.infer<typeof MenstrualCycleDay>;

/** The stages of a night, kept under the day of its morning: three lists of the same length, with an entry for each stage. */
export const SleepCycle = z.looseObject({
  ...dataItem,
  session_start: timestamp,
  session_end: timestamp,
  /** Seconds from `session_start` to the start of each stage. */
  stage_start_offset_second: z.array(z.int()),
  /** Seconds from `session_start` to the end of each stage. */
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

/** The answer for a resource: its items under its name, such as `{ glucose: [] }`. */
export type Timeseries<R extends TimeseriesResource> = { [Name in R]: z.output<(typeof lists)[Name]> } & {
  /** The days that the answer lacks because they could not be read. */
  unreadable?: UnreadableValue[] | undefined;
};

/**
 * The items of a resource without a summary in at most 31 days, earliest first, with all providers in one list. The answer
 * has only one of these fields, named after the resource. The service sends a long answer while it reads the data. If the
 * answer breaks off, it is not valid JSON: request it again.
 */
export const readTimeseries = endpoint({
  method: 'GET',
  path: '/v2/timeseries/{resource}/{user_id}',
  auth: 'api-key',
  query: timeseriesRange,
  response: z.partial(z.looseObject({ ...lists, unreadable })),
});

/** The same endpoint for one resource, with a type that says that the answer has its items. */
export const timeseriesOf = <R extends TimeseriesResource>(resource: R) => {
  // A caller without types may pass a resource that only the service knows.
  const answer = Object.hasOwn(lists, resource)
    ? z.looseObject({ [resource]: lists[resource], unreadable })
    : readTimeseries.response;
  // The cast: the type of a computed key does not say that the key is the resource.
  return { ...readTimeseries, response: answer as unknown as z.ZodMiniType<Timeseries<R>> };
};
