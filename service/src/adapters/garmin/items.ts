// Turns Garmin's records into items of the interface.
import type { DayItem, ItemContext } from '../collection.js';
import { dayItem, sampleAt } from '../day-item.js';
import { dayAt, offsetOfZone, timestampAt } from '../days.js';
import { meanOf } from '../heart-rates.js';
import { courseOf, longestOfEachDay, type Stretch, timesOfNight } from '../nights.js';
import { type Sport, sportNamed } from '../sports.js';
import { kilogramsOfGrams, minutesOfSeconds, rounded } from '../units.js';
import type { Activity, Body, Daily, Pressure, Sleep } from './collections.js';

interface Moment {
  readonly at: number;
  readonly offset: number | null;
  readonly day: string;
  readonly timestamp: string;
}

/** The beginning of a record, and its offset from UTC if the record has one. */
interface Clock {
  readonly start: number;
  readonly offset: number | null | undefined;
}

/** A moment of a record, in seconds since 1970. */
function momentOf(seconds: number, { start, offset: known }: Clock, { timezone }: ItemContext): Moment {
  const at = seconds * 1000;
  // At home the zone is more exact than the offset at the record's beginning, because clocks may change within the record.
  const isHome = known == null || known === offsetOfZone(timezone, start * 1000);
  const offset = (isHome ? offsetOfZone(timezone, at) : null) ?? known ?? null;
  return { at, offset, day: dayAt(at, offset ?? 0), timestamp: timestampAt(at, offset ?? 0) };
}

const clockOf = (record: Pick<Daily, 'startTimeInSeconds' | 'startTimeOffsetInSeconds'>): Clock => ({
  start: record.startTimeInSeconds,
  offset: record.startTimeOffsetInSeconds,
});

/** The values of a map by the seconds since a start, the earliest first. Values that are no measurement are left out. */
const valuesOf = (map: Readonly<Record<string, unknown>> | null | undefined) =>
  Object.entries(map ?? {})
    .flatMap(([offset, value]) =>
      /^\d{1,6}$/.test(offset) && typeof value === 'number' && value > 0
        ? [{ seconds: Number(offset), value }]
        : [],
    )
    .toSorted((one, other) => one.seconds - other.seconds);

export function activityItems(daily: Daily, context: ItemContext): DayItem[] {
  const start = momentOf(daily.startTimeInSeconds, clockOf(daily), context);
  const day = daily.calendarDate ?? start.day;
  const minutes = (seconds: number | null | undefined) => rounded(minutesOfSeconds(seconds), 1);
  const { activeKilocalories: active, bmrKilocalories: rest } = daily;
  const heart_rate = {
    min_bpm: daily.minHeartRateInBeatsPerMinute ?? null,
    avg_bpm: meanOf(valuesOf(daily.timeOffsetHeartRateSamples).map(({ value }) => value)),
    max_bpm: daily.maxHeartRateInBeatsPerMinute ?? null,
    resting_bpm: daily.restingHeartRateInBeatsPerMinute ?? null,
  };
  return [
    dayItem(day, day, start.offset, {
      calories_total: active == null || rest == null ? null : active + rest,
      calories_active: active ?? null,
      steps: daily.steps ?? null,
      distance: daily.distanceInMeters ?? null,
      floors_climbed: daily.floorsClimbed ?? null,
      low: null,
      medium: minutes(daily.moderateIntensityDurationInSeconds),
      high: minutes(daily.vigorousIntensityDurationInSeconds),
      heart_rate: Object.values(heart_rate).every((each) => each === null) ? null : heart_rate,
    }),
  ];
}

/** One heart rate is kept for this many seconds: there may be one every fifteen seconds. */
const sampled = 300;

/** The first heart rate of every five minutes. It stays the same when later parts of the day arrive. */
export function heartRateItems(daily: Daily, context: ItemContext): DayItem[] {
  const first = new Map<number, { readonly seconds: number; readonly value: number }>();
  for (const each of valuesOf(daily.timeOffsetHeartRateSamples)) {
    const stretch = Math.floor(each.seconds / sampled);
    if (!first.has(stretch)) first.set(stretch, each);
  }
  return [...first.values()].map(({ seconds, value }) => {
    const { at, offset } = momentOf(daily.startTimeInSeconds + seconds, clockOf(daily), context);
    return sampleAt(`heartrate-${at / 1000}`, at, offset, value, 'bpm');
  });
}

const stages = ['awake', 'light', 'deep', 'rem'] as const;

/** The end of a night. Garmin gives its length only through its parts. */
function endOf(sleep: Sleep): number {
  const unmeasured = sleep.unmeasurableSleepInSeconds ?? sleep.unmeasurableSleepDurationInSeconds ?? 0;
  const seconds = (sleep.durationInSeconds ?? 0) + (sleep.awakeDurationInSeconds ?? 0) + unmeasured;
  const ends = stages.flatMap((stage) =>
    (sleep.sleepLevelsMap?.[stage] ?? []).map((each) => each.endTimeInSeconds),
  );
  return ends.reduce((last, end) => Math.max(last, end), sleep.startTimeInSeconds + Math.round(seconds));
}

function nightOf(sleep: Sleep, context: ItemContext) {
  const start = momentOf(sleep.startTimeInSeconds, clockOf(sleep), context);
  const stop = momentOf(endOf(sleep), clockOf(sleep), context);
  const times = timesOfNight({
    light: sleep.lightSleepDurationInSeconds ?? null,
    rem: sleep.remSleepInSeconds ?? null,
    deep: sleep.deepSleepDurationInSeconds ?? null,
    awake: sleep.awakeDurationInSeconds ?? null,
    asleep: sleep.durationInSeconds ?? null,
  });
  return times && { day: stop.day, start, stop, times, sleep };
}

/**
 * The nights of one answer. If two nights end on the same day, the longer one counts; if they come in two answers, the
 * later one.
 */
const nightsOf = (sleeps: readonly Sleep[], context: ItemContext) =>
  longestOfEachDay(
    sleeps.flatMap((sleep) => {
      const night = nightOf(sleep, context);
      return night ? [{ ...night, id: night.day, item: { duration: night.times.duration } }] : [];
    }),
  );

export const nightItems = (sleeps: readonly Sleep[], context: ItemContext): DayItem[] =>
  nightsOf(sleeps, context).map(({ day, id, start, stop, times, sleep }) =>
    dayItem(day, id, stop.offset, {
      bedtime_start: start.timestamp,
      bedtime_stop: stop.timestamp,
      ...times,
      latency: null,
      score: sleep.overallSleepScore?.value ?? null,
      hr_lowest: null,
      hr_average: null,
      average_hrv: null,
      respiratory_rate: meanOf(valuesOf(sleep.timeOffsetSleepRespiration).map(({ value }) => value)),
    }),
  );

export const courseItems = (sleeps: readonly Sleep[], context: ItemContext): DayItem[] =>
  nightsOf(sleeps, context).flatMap(({ day, id, start, stop, sleep }) => {
    const course = stages.flatMap((stage) =>
      (sleep.sleepLevelsMap?.[stage] ?? []).map(({ startTimeInSeconds, endTimeInSeconds }): Stretch => ({
        stage,
        from: Math.max(0, startTimeInSeconds - sleep.startTimeInSeconds),
        until: endTimeInSeconds - sleep.startTimeInSeconds,
      })),
    );
    if (course.length === 0) return [];
    const session = { session_start: start.timestamp, session_end: stop.timestamp };
    return [dayItem(day, id, stop.offset, { ...session, ...courseOf(course) })];
  });

/** Garmin adds suffixes for newer names of a sport and for winter sports. */
const sportOf = (type: string | null | undefined): Sport => sportNamed(type?.replace(/_(?:V2|WS)$/, ''));

/** A workout; none for an activity whose parts are read themselves. */
export function workoutItems(activity: Activity, context: ItemContext): DayItem[] {
  if (activity.isParent === true) return [];
  const { startTimeInSeconds: begin, durationInSeconds: seconds } = activity;
  const start = momentOf(begin, clockOf(activity), context);
  const end = timestampAt(start.at + Math.round(seconds) * 1000, start.offset ?? 0);
  return [
    dayItem(start.day, String(activity.summaryId), start.offset, {
      title: activity.activityName ?? null,
      sport: sportOf(activity.activityType),
      time_start: start.timestamp,
      time_end: end,
      moving_time: null,
      calories: activity.activeKilocalories ?? null,
      distance: activity.distanceInMeters ?? null,
      total_elevation_gain: activity.totalElevationGainInMeters ?? null,
      average_hr: activity.averageHeartRateInBeatsPerMinute ?? null,
      max_hr: activity.maxHeartRateInBeatsPerMinute ?? null,
    }),
  ];
}

const measuredAt = (record: Body | Pressure, context: ItemContext): Moment => {
  const { measurementTimeInSeconds: start, measurementTimeOffsetInSeconds: offset } = record;
  return momentOf(start, { start, offset }, context);
};

export function bodyItems(body: Body, context: ItemContext): DayItem[] {
  const { day, offset, timestamp } = measuredAt(body, context);
  const kilograms = (grams: number | null | undefined) => rounded(kilogramsOfGrams(grams), 3);
  const values = {
    weight: kilograms(body.weightInGrams),
    fat: body.bodyFatInPercent ?? null,
    water_percentage: body.bodyWaterInPercent ?? null,
    muscle_mass: kilograms(body.muscleMassInGrams),
    body_mass_index: body.bodyMassIndex ?? null,
  };
  if (Object.values(values).every((each) => each === null)) return [];
  return [dayItem(day, String(body.summaryId), offset, { measured_at: timestamp, ...values })];
}

/** Nothing if one value is missing: everybody who reads blood pressure expects both. */
export function pressureItems(pressure: Pressure, context: ItemContext): DayItem[] {
  const { systolic, diastolic } = pressure;
  if (systolic == null || diastolic == null) return [];
  const { day, offset, timestamp } = measuredAt(pressure, context);
  const values = { timestamp, systolic, diastolic, unit: 'mmHg' };
  return [dayItem(day, String(pressure.summaryId), offset, values)];
}
