// Turns Polar's records into items of the interface.
import type { DayItem, ItemContext } from '../collection.js';
import { dayItem } from '../day-item.js';
import {
  momentOf,
  momentOfLocal,
  offsetOfTimestamp,
  offsetOfZone,
  offsetOnDay,
  timestampAt,
} from '../days.js';
import { courseOf, type Stretch, timesOfNight } from '../nights.js';
import { sportNamed } from '../sports.js';
import { secondsOfIsoDuration } from '../units.js';
import type { Activity, Exercise, Night, Recharge } from './collections.js';

/**
 * A night. Time in which Polar recognized nothing belongs to no stage, and to neither
 * `total` nor `awake`. Without stages, all time that was no interruption counts as sleep.
 */
export function nightItems(night: Night, recharge: Recharge | undefined): DayItem[] {
  const start = momentOf(night.sleep_start_time);
  const stop = momentOf(night.sleep_end_time);
  const offset = offsetOfTimestamp(night.sleep_end_time) ?? 0;
  const awake = night.total_interruption_duration ?? null;
  const times = timesOfNight({
    light: night.light_sleep ?? null,
    rem: night.rem_sleep ?? null,
    deep: night.deep_sleep ?? null,
    awake,
    asleep: Math.max(0, Math.round((stop - start) / 1000) - (awake ?? 0)),
  });
  if (!times) return [];
  const beats = Object.values(night.heart_rate_samples ?? {}).flatMap((bpm) => bpm || []);
  return [
    // A day has one night, which has no id of its own.
    dayItem(night.date, night.date, offset, {
      bedtime_start: timestampAt(start, offsetOfTimestamp(night.sleep_start_time) ?? 0),
      bedtime_stop: timestampAt(stop, offset),
      ...times,
      latency: null,
      score: night.sleep_score ?? null,
      hr_lowest: beats.length ? Math.min(...beats) : null,
      hr_average: recharge?.heart_rate_avg ?? null,
      average_hrv: recharge?.heart_rate_variability_avg ?? null,
      respiratory_rate: recharge?.breathing_rate_avg ?? null,
    }),
  ];
}

/** 5 is time in which nothing was recognized. */
const stages: readonly (Stretch['stage'] | undefined)[] = ['awake', 'rem', 'light', 'light', 'deep'];
const minuteOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5));

/**
 * The course of a night, to the minute. None if the clocks changed during the night, because their times could be read in
 * two ways.
 */
export function courseItems(night: Night): DayItem[] {
  const start = momentOf(night.sleep_start_time);
  const stop = momentOf(night.sleep_end_time);
  const offset = offsetOfTimestamp(night.sleep_start_time) ?? 0;
  if (offset !== offsetOfTimestamp(night.sleep_end_time)) return [];
  const seconds = Math.round((stop - start) / 1000);
  const first = minuteOf(night.sleep_start_time.slice(11));
  const changes = Object.entries(night.hypnogram ?? {})
    .map(([clock, stage]) => ({ stage: stages[stage], from: ((minuteOf(clock) - first + 1440) % 1440) * 60 }))
    .toSorted((a, b) => a.from - b.from);
  const course = changes.flatMap(({ stage, from }, at): Stretch[] =>
    stage === undefined ? [] : [{ stage, from, until: Math.min(changes[at + 1]?.from ?? seconds, seconds) }],
  );
  if (!course.some(({ stage }) => stage !== 'awake')) return [];
  return [
    dayItem(night.date, night.date, offset, {
      session_start: timestampAt(start, offset),
      session_end: timestampAt(stop, offset),
      ...courseOf(course),
    }),
  ];
}

export function activityItem(activity: Activity, { timezone }: ItemContext): DayItem {
  const date = activity.samples?.date ?? activity.start_time.slice(0, 10);
  return dayItem(date, date, offsetOnDay(timezone, date), {
    calories_total: activity.calories ?? null,
    calories_active: activity.active_calories ?? null,
    steps: activity.steps ?? null,
    distance: activity.distance_from_steps ?? null,
    floors_climbed: null,
    low: null,
    medium: null,
    high: null,
    heart_rate: null,
  });
}

/** An exercise; none if its time is not known. */
export function exerciseItems(exercise: Exercise, { timezone }: ItemContext): DayItem[] {
  const offset =
    exercise.start_time_utc_offset == null
      ? offsetOfZone(timezone, momentOfLocal(exercise.start_time, 0))
      : exercise.start_time_utc_offset * 60;
  const seconds = secondsOfIsoDuration(exercise.duration);
  if (offset === null || seconds === null) return [];
  const start = momentOfLocal(exercise.start_time, offset);
  const date = exercise.start_time.slice(0, 10);
  return [
    dayItem(date, exercise.id, offset, {
      title: null,
      sport: sportNamed(exercise.detailed_sport_info ?? exercise.sport),
      time_start: timestampAt(start, offset),
      time_end: timestampAt(start + seconds * 1000, offset),
      // Whether `duration` includes pauses is not documented.
      moving_time: null,
      calories: exercise.calories ?? null,
      distance: exercise.distance ?? null,
      total_elevation_gain: null,
      average_hr: exercise.heart_rate?.average ?? null,
      max_hr: exercise.heart_rate?.maximum ?? null,
    }),
  ];
}
