// Turns Google's records into items of the interface.
import type { DayItem, ItemContext, RecordsOf } from '../collection.js';
import { dayItem } from '../day-item.js';
import { dayAt, momentOf, offsetOnDay, offsetOfZone, timestampAt } from '../days.js';
import { courseOf, longestOfEachDay, type Stretch, timesOfNight } from '../nights.js';
import { sportNamed } from '../sports.js';
import {
  kilogramsOfGrams,
  metersOfMillimeters,
  numberOf,
  rounded,
  secondsOfMinutes,
  secondsOfProtobufDuration,
} from '../units.js';
import type { Collections, DaySum, Exercise, Point, SampleTime, Sleep } from './collections.js';

type Records = RecordsOf<Collections>;

/** A moment, with the person's offset from UTC at that time and the person's own day. */
function placed(
  time: string,
  offsetText: string | null | undefined,
  day: string | undefined,
  { timezone }: ItemContext,
) {
  const at = momentOf(time);
  const offset = secondsOfProtobufDuration(offsetText) ?? offsetOfZone(timezone, at);
  return { at, offset, day: day ?? dayAt(at, offset ?? 0), text: timestampAt(at, offset ?? 0) };
}

const sampled = (time: SampleTime, context: ItemContext) =>
  placed(time.physicalTime, time.utcOffset, time.civilTime?.date, context);

const meters = (millimeters: unknown): number | null =>
  rounded(metersOfMillimeters(numberOf(millimeters)), 3);

const sum = (values: readonly (number | null)[]): number | null => {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((total, value) => total + value, 0);
};

/** The times of a night by its stages. Google counts as asleep everything that is neither awake nor restless. */
function timesOf({ interval, summary }: Sleep) {
  const stage = (type: string): number | null =>
    secondsOfMinutes(numberOf(summary?.stagesSummary?.find((each) => each.type === type)?.minutes));
  const whole = Math.round((momentOf(interval.endTime) - momentOf(interval.startTime)) / 1000);
  return timesOfNight({
    light: stage('LIGHT'),
    rem: stage('REM'),
    deep: stage('DEEP'),
    awake: sum([stage('AWAKE'), stage('RESTLESS')]) ?? secondsOfMinutes(numberOf(summary?.minutesAwake)),
    asleep: secondsOfMinutes(numberOf(summary?.minutesAsleep)) ?? whole,
  });
}

function nightOf({ id, value }: Point<Sleep>, context: ItemContext) {
  const { interval, metadata, summary } = value;
  const start = placed(interval.startTime, interval.startUtcOffset, undefined, context);
  const stop = placed(interval.endTime, interval.endUtcOffset, interval.civilEndTime?.date, context);
  const times = timesOf(value);
  const isMain = metadata?.mainSleep === true;
  if (!times || (metadata?.nap && !isMain)) return [];
  return [
    {
      isMain,
      sleep: value,
      day: stop.day,
      id: id ?? interval.startTime,
      item: {
        calendar_date: stop.day,
        timezone_offset: stop.offset,
        bedtime_start: start.text,
        bedtime_stop: stop.text,
        ...times,
        // It is zero for every night that a watch recorded, as Fitbit's was, so zero means that it is not known.
        latency: secondsOfMinutes(numberOf(summary?.minutesToFallAsleep)) || null,
        score: null,
        hr_lowest: null,
        hr_average: null,
      },
    },
  ];
}

/** The values of a daily kind of data, by day. */
const byDay = <T extends { readonly date: string }>(points: readonly Point<T>[]): Map<string, T> =>
  new Map(points.map(({ value }) => [value.date, value]));

/** The night of each day: the one that Google marks as the main one, or the longest. */
function nightsOf({ sleep }: Pick<Records, 'sleep'>, context: ItemContext) {
  const nights = sleep.flatMap((each) => nightOf(each, context));
  const marked = new Set(nights.flatMap(({ isMain, day }) => (isMain ? [day] : [])));
  return longestOfEachDay(nights.filter(({ isMain, day }) => isMain || !marked.has(day)));
}

/** The nights, with the measurements of the main one. */
export function nightItems(of: Records, context: ItemContext): DayItem[] {
  const variabilities = byDay(of.variability);
  const breathing = byDay(of.breaths);
  return nightsOf(of, context).map(({ day, id, item }) => ({
    day,
    id,
    item: {
      ...item,
      average_hrv: rounded(numberOf(variabilities.get(day)?.averageHeartRateVariabilityMilliseconds), 1),
      respiratory_rate: rounded(numberOf(breathing.get(day)?.breathsPerMinute), 1),
    },
  }));
}

const stages: Readonly<Record<string, Stretch['stage']>> = {
  AWAKE: 'awake',
  LIGHT: 'light',
  DEEP: 'deep',
  REM: 'rem',
};

/** The courses of the nights that have stages. */
export const courseItems = (of: Records, context: ItemContext): DayItem[] =>
  nightsOf(of, context).flatMap(({ day, id, item, sleep }) => {
    const start = momentOf(sleep.interval.startTime);
    const since = (time: string): number => Math.max(0, Math.round((momentOf(time) - start) / 1000));
    const course = (sleep.stages ?? []).flatMap(({ startTime, endTime, type }) => {
      const stage = stages[type ?? ''];
      return stage === undefined ? [] : [{ stage, from: since(startTime), until: since(endTime) }];
    });
    if (!course.some(({ stage }) => stage !== 'awake')) return [];
    return [
      {
        day,
        id,
        item: {
          calendar_date: item.calendar_date,
          timezone_offset: item.timezone_offset,
          session_start: item.bedtime_start,
          session_end: item.bedtime_stop,
          ...courseOf(course),
        },
      },
    ];
  });

const values = <T>(sums: readonly DaySum<T>[]): Map<string, T> =>
  new Map(sums.map(({ date, value }) => [date, value]));

export function activityItems(of: Records, { timezone }: ItemContext): DayItem[] {
  const [steps, distance, floors, energy, activeEnergy, minutes, heartRate, resting] = [
    values(of.steps),
    values(of.distance),
    values(of.floors),
    values(of.energy),
    values(of.activeEnergy),
    values(of.minutes),
    values(of.heartRate),
    byDay(of.resting),
  ] as const;
  const dates = new Set(
    [steps, distance, floors, energy, activeEnergy, minutes].flatMap((each) => [...each.keys()]),
  );
  return [...dates].toSorted().map((date) => {
    const level = (name: string): number | null =>
      numberOf(
        minutes
          .get(date)
          ?.activeMinutesRollupByActivityLevel?.find(({ activityLevel }) => activityLevel === name)
          ?.activeMinutesSum,
      );
    const beats = heartRate.get(date);
    const bpm = {
      min_bpm: numberOf(beats?.beatsPerMinuteMin),
      avg_bpm: rounded(numberOf(beats?.beatsPerMinuteAvg), 1),
      max_bpm: numberOf(beats?.beatsPerMinuteMax),
      resting_bpm: numberOf(resting.get(date)?.beatsPerMinute),
    };
    return dayItem(date, date, offsetOnDay(timezone, date), {
      calories_total: rounded(numberOf(energy.get(date)?.kcalSum), 1),
      calories_active: rounded(numberOf(activeEnergy.get(date)?.kcalSum), 1),
      steps: numberOf(steps.get(date)?.countSum),
      distance: meters(distance.get(date)?.millimetersSum),
      floors_climbed: numberOf(floors.get(date)?.countSum),
      low: level('LIGHT'),
      medium: level('MODERATE'),
      high: level('VIGOROUS'),
      heart_rate: Object.values(bpm).every((value) => value === null) ? null : bpm,
    });
  });
}

export function exerciseItem({ id, value }: Point<Exercise>, context: ItemContext): DayItem {
  const { interval, metricsSummary: metrics } = value;
  const start = placed(interval.startTime, interval.startUtcOffset, interval.civilStartTime?.date, context);
  return dayItem(start.day, id ?? interval.startTime, start.offset, {
    title: value.displayName || null,
    sport: sportNamed(value.exerciseType),
    time_start: start.text,
    time_end: placed(interval.endTime, interval.endUtcOffset, undefined, context).text,
    moving_time: secondsOfProtobufDuration(value.activeDuration),
    calories: rounded(numberOf(metrics?.caloriesKcal), 1),
    distance: meters(metrics?.distanceMillimeters),
    total_elevation_gain: meters(metrics?.elevationGainMillimeters),
    average_hr: numberOf(metrics?.averageHeartRateBeatsPerMinute),
    max_hr: null,
  });
}

/** Measurements at the same moment are one item: a scale writes weight and fat as two records. */
export function bodyItems({ weight, fat }: Records, context: ItemContext): DayItem[] {
  const moments = new Map<number, { time: SampleTime; grams: number | null; percent: number | null }>();
  for (const { value } of weight)
    moments.set(momentOf(value.sampleTime.physicalTime), {
      time: value.sampleTime,
      grams: numberOf(value.weightGrams),
      percent: null,
    });
  for (const { value } of fat) {
    const at = momentOf(value.sampleTime.physicalTime);
    const percent = numberOf(value.percentage);
    moments.set(at, { time: value.sampleTime, grams: null, ...moments.get(at), percent });
  }
  return [...moments].map(([at, { time, grams, percent }]) => {
    const { day, offset, text } = sampled(time, context);
    // Measurements have no name of their own.
    return dayItem(day, new Date(at).toISOString(), offset, {
      measured_at: text,
      weight: rounded(kilogramsOfGrams(grams), 3),
      fat: rounded(percent, 2),
      water_percentage: null,
      muscle_mass: null,
      body_mass_index: null,
    });
  });
}
