// What is requested from the Google Health API, and the form of its answers. Its
// filters and sums use civil days, the person's own, so nothing has to be padded.
import * as z from 'zod/mini';
import { addDays, daysBetween } from '../../work/index.js';
import type { Collection, DayWindow } from '../collection.js';
import { day, maybeFigure, maybeText, timestamp } from '../fields.js';
import { recordsOf } from '../records.js';

const scope = (name: string): string => `https://www.googleapis.com/auth/googlehealth.${name}.readonly`;
export const scopes = {
  activity: scope('activity_and_fitness'),
  // Assumed: weight, height, heart rate, variability and breathing all belong to this scope.
  metrics: scope('health_metrics_and_measurements'),
  sleep: scope('sleep'),
  settings: scope('settings'),
};

const two = (value: number, digits = 2): string => String(value).padStart(digits, '0');
/** A day as `{year, month, day}`. */
const CivilDate = z.pipe(
  z.pipe(
    z.looseObject({ year: z.int(), month: z.int(), day: z.int() }),
    z.transform(({ year, month, day: date }) => `${two(year, 4)}-${two(month)}-${two(date)}`),
  ),
  day,
);
const CivilTime = z.looseObject({ date: CivilDate });
const civil = (date: string) => {
  const [year, month, dayOfMonth] = date.split('-').map(Number);
  return { date: { year, month, day: dayOfMonth } };
};

/** Offsets have the form `7200s`. */
const Session = z.looseObject({
  startTime: timestamp,
  endTime: timestamp,
  startUtcOffset: maybeText,
  endUtcOffset: maybeText,
  civilStartTime: z.nullish(CivilTime),
  civilEndTime: z.nullish(CivilTime),
});

const SampleTime = z.looseObject({
  physicalTime: timestamp,
  utcOffset: maybeText,
  civilTime: z.nullish(CivilTime),
});
export type SampleTime = z.infer<typeof SampleTime>;

const Sleep = z.looseObject({
  interval: Session,
  metadata: z.nullish(z.looseObject({ mainSleep: z.nullish(z.boolean()), nap: z.nullish(z.boolean()) })),
  stages: z.nullish(z.array(z.looseObject({ startTime: timestamp, endTime: timestamp, type: maybeText }))),
  /** Absent until the night was processed. */
  summary: z.nullish(
    z.looseObject({
      minutesAsleep: maybeFigure,
      minutesAwake: maybeFigure,
      minutesToFallAsleep: maybeFigure,
      stagesSummary: z.nullish(z.array(z.looseObject({ type: maybeText, minutes: maybeFigure }))),
    }),
  ),
});
export type Sleep = z.infer<typeof Sleep>;

const Exercise = z.looseObject({
  interval: Session,
  exerciseType: maybeText,
  displayName: maybeText,
  /** Without pauses. */
  activeDuration: maybeText,
  metricsSummary: z.nullish(
    z.looseObject({
      caloriesKcal: maybeFigure,
      distanceMillimeters: maybeFigure,
      elevationGainMillimeters: maybeFigure,
      averageHeartRateBeatsPerMinute: maybeFigure,
    }),
  ),
});
export type Exercise = z.infer<typeof Exercise>;

const Weight = z.looseObject({ sampleTime: SampleTime, weightGrams: maybeFigure });
const BodyFat = z.looseObject({ sampleTime: SampleTime, percentage: maybeFigure });
const Height = z.looseObject({ heightMillimeters: maybeFigure });
const Settings = z.looseObject({ timeZone: maybeText });
const Variability = z.looseObject({ date: CivilDate, averageHeartRateVariabilityMilliseconds: maybeFigure });
const Breaths = z.looseObject({ date: CivilDate, breathsPerMinute: maybeFigure });
const Resting = z.looseObject({ date: CivilDate, beatsPerMinute: maybeFigure });
const Count = z.looseObject({ countSum: maybeFigure });
const Energy = z.looseObject({ kcalSum: maybeFigure });
const Distance = z.looseObject({ millimetersSum: maybeFigure });
const Minutes = z.looseObject({
  activeMinutesRollupByActivityLevel: z.nullish(
    z.array(z.looseObject({ activityLevel: maybeText, activeMinutesSum: maybeFigure })),
  ),
});
const HeartRate = z.looseObject({
  beatsPerMinuteMin: maybeFigure,
  beatsPerMinuteAvg: maybeFigure,
  beatsPerMinuteMax: maybeFigure,
});

/** A device keeps its measurements for up to a week, until it is near its phone. */
const lag = 8;

/** The sum of a day's values. A day without values is left out of the answer; a zero is a real zero. */
export interface DaySum<T> {
  readonly date: string;
  readonly value: T;
}

const Sums = z.looseObject({
  rollupDataPoints: z.nullish(z.array(z.looseObject({}))),
  nextPageToken: maybeText,
});

/** Sums for each civil day, over all sources, as in the person's own app. `field`: the place of the value in a point. */
const daySums = <T>(
  type: string,
  field: string,
  schema: z.ZodMiniType<T>,
  most: 14 | 90,
  needs: string = scopes.activity,
): Collection<DaySum<T>> => ({
  scopes: [needs],
  span: { most, lag },
  request: ({ window, cursor }) => ({
    method: 'POST',
    to: `/users/me/dataTypes/${type}/dataPoints:dailyRollUp`,
    json: {
      range: { start: civil(window.from), end: civil(addDays(window.until, 1)) },
      windowSizeDays: 1,
      // Google refuses a page that could have more days than one request may sum up. Without a size, the limit may count 1440.
      pageSize: daysBetween(window.from, window.until).length,
      ...(cursor === null ? {} : { pageToken: cursor }),
    },
  }),
  read(body) {
    const { rollupDataPoints, nextPageToken } = Sums.parse(body);
    const { records, misfits } = recordsOf(
      z.object({ civilStartTime: CivilTime, value: z.nullish(schema) }),
      (rollupDataPoints ?? []).map((point) => ({ ...point, value: point[field] })),
    );
    return {
      records: records.flatMap(({ civilStartTime: { date }, value }) =>
        value == null ? [] : [{ date, value }],
      ),
      misfits,
      next: nextPageToken || null,
    };
  },
});

/** A record with its id; null for kinds of data whose records have no name. */
export interface Point<T> {
  readonly id: string | null;
  readonly value: T;
}

const Points = z.looseObject({
  dataPoints: z.nullish(z.array(z.looseObject({}))),
  nextPageToken: maybeText,
});

const between = (path: string, { from, until }: DayWindow): string =>
  `${path} >= "${from}" AND ${path} < "${addDays(until, 1)}"`;

/** Records of all sources, without duplicates. `path`: the civil time that filters them. */
const points = <T>(
  type: string,
  field: string,
  path: string,
  schema: z.ZodMiniType<T>,
  needs: string,
): Collection<Point<T>> => ({
  scopes: [needs],
  // Google has no such limit; this keeps the number of pages in a window small.
  span: { most: 90, lag },
  request: ({ window, cursor }) => ({
    to: `/users/me/dataTypes/${type}/dataPoints:reconcile`,
    query: { filter: between(path, window), pageToken: cursor ?? undefined },
  }),
  read(body) {
    const { dataPoints, nextPageToken } = Points.parse(body);
    const { records, misfits } = recordsOf(
      z.object({ dataPointName: maybeText, value: z.nullish(schema) }),
      (dataPoints ?? []).map((point) => ({ ...point, value: point[field] })),
    );
    return {
      records: records.flatMap(({ dataPointName: name, value }) =>
        value == null ? [] : [{ id: name?.split('/').at(-1) || null, value }],
      ),
      misfits,
      next: nextPageToken || null,
    };
  },
});

const { activity, metrics, sleep, settings } = scopes;

export const collections = {
  settings: {
    scopes: [settings],
    span: 'now',
    request: () => ({ to: '/users/me/settings' }),
    read: (body) => ({ records: [Settings.parse(body)], next: null }),
  } satisfies Collection<z.infer<typeof Settings>>,
  height: {
    scopes: [metrics],
    span: 'now',
    // The latest value: lists begin with the newest.
    request: () => ({ to: '/users/me/dataTypes/height/dataPoints', query: { pageSize: 1 } }),
    read: (body) => ({
      records:
        z
          .looseObject({ dataPoints: z.nullish(z.array(z.looseObject({ height: Height }))) })
          .parse(body)
          .dataPoints?.slice(0, 1)
          .map((point) => point.height) ?? [],
      next: null,
    }),
  } satisfies Collection<z.infer<typeof Height>>,
  sleep: points('sleep', 'sleep', 'sleep.interval.civil_end_time', Sleep, sleep),
  variability: points(
    'daily-heart-rate-variability',
    'dailyHeartRateVariability',
    'daily_heart_rate_variability.date',
    Variability,
    metrics,
  ),
  breaths: points(
    'daily-respiratory-rate',
    'dailyRespiratoryRate',
    'daily_respiratory_rate.date',
    Breaths,
    metrics,
  ),
  exercises: points('exercise', 'exercise', 'exercise.interval.civil_start_time', Exercise, activity),
  weight: points('weight', 'weight', 'weight.sample_time.civil_time', Weight, metrics),
  fat: points('body-fat', 'bodyFat', 'body_fat.sample_time.civil_time', BodyFat, metrics),
  steps: daySums('steps', 'steps', Count, 90),
  distance: daySums('distance', 'distance', Distance, 90),
  floors: daySums('floors', 'floors', Count, 90),
  energy: daySums('total-calories', 'totalCalories', Energy, 14),
  activeEnergy: daySums('active-energy-burned', 'activeEnergyBurned', Energy, 90),
  minutes: daySums('active-minutes', 'activeMinutes', Minutes, 14),
  heartRate: daySums('heart-rate', 'heartRate', HeartRate, 14, metrics),
  resting: points(
    'daily-resting-heart-rate',
    'dailyRestingHeartRate',
    'daily_resting_heart_rate.date',
    Resting,
    metrics,
  ),
};
export type Collections = typeof collections;
