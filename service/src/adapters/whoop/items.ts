// Turns WHOOP's records into items of the interface.
import type { DayItem, ItemContext } from '../collection.js';
import { dayItem } from '../day-item.js';
import { dayAt, momentOf, offsetOfTimestamp, timestampAt } from '../days.js';
import { longestOfEachDay, timesOfNight } from '../nights.js';
import { sportNamed } from '../sports.js';
import { centimetersOfMeters, kilocaloriesOfKilojoules, rounded, secondsOfMilliseconds } from '../units.js';
import type { Body, Cycle, Recovery, Sleep, Workout } from './collections.js';

const offsetOf = ({ timezone_offset }: { timezone_offset: string }): number =>
  offsetOfTimestamp(timezone_offset) ?? 0;
const seconds = (milliseconds: number | null | undefined) => rounded(secondsOfMilliseconds(milliseconds));
const kilocalories = (kilojoules: number | null | undefined) =>
  rounded(kilocaloriesOfKilojoules(kilojoules), 1);

/**
 * Scored nights. Each stage is rounded to seconds before the sum. Time without data belongs to no stage, and to
 * neither `total` nor `awake`.
 */
export function nightItems(sleeps: readonly Sleep[], recoveries: readonly Recovery[]): DayItem[] {
  const recoveryOf = new Map(recoveries.map((each) => [each.sleep_id, each.score]));
  const nights = sleeps.flatMap((sleep) => {
    const stages = sleep.score?.stage_summary;
    if (sleep.nap || !stages) return [];
    const times = timesOfNight({
      light: seconds(stages.total_light_sleep_time_milli),
      rem: seconds(stages.total_rem_sleep_time_milli),
      deep: seconds(stages.total_slow_wave_sleep_time_milli),
      awake: seconds(stages.total_awake_time_milli),
      asleep: null,
    });
    if (times === undefined) return [];
    // The whole night has one offset: the person's offset when it was recorded.
    const offset = offsetOf(sleep);
    const day = dayAt(momentOf(sleep.end), offset);
    return [
      dayItem(day, sleep.id, offset, {
        bedtime_start: timestampAt(momentOf(sleep.start), offset),
        bedtime_stop: timestampAt(momentOf(sleep.end), offset),
        ...times,
        latency: null,
        score: sleep.score?.sleep_performance_percentage ?? null,
        hr_lowest: null,
        hr_average: null,
        average_hrv: rounded(recoveryOf.get(sleep.id)?.hrv_rmssd_milli, 1),
        respiratory_rate: rounded(sleep.score?.respiratory_rate, 2),
      }),
    ];
  });
  return longestOfEachDay(nights);
}

const aDay = 86_400_000;

/**
 * Days of movement. A cycle lasts from falling asleep to falling asleep, so two cycles can begin on one date. Its
 * day is the day of its middle, and a day takes its longest cycle. A cycle that is not over counts as one day long.
 */
export function activityItems(cycles: readonly Cycle[], recoveries: readonly Recovery[]): DayItem[] {
  const restingOf = new Map(
    recoveries.map((each) => [String(each.cycle_id), each.score?.resting_heart_rate ?? null]),
  );
  const longest = new Map<string, { length: number; cycle: Cycle }>();
  for (const cycle of cycles) {
    const start = momentOf(cycle.start);
    const length = cycle.end == null ? aDay : momentOf(cycle.end) - start;
    const day = dayAt(start + length / 2, offsetOf(cycle));
    if (cycle.score && length > (longest.get(day)?.length ?? -1)) longest.set(day, { length, cycle });
  }
  return [...longest].map(([day, { cycle }]) =>
    dayItem(day, day, offsetOf(cycle), {
      calories_total: kilocalories(cycle.score?.kilojoule),
      calories_active: null,
      steps: null,
      distance: null,
      floors_climbed: null,
      low: null,
      medium: null,
      high: null,
      heart_rate: {
        min_bpm: null,
        avg_bpm: cycle.score?.average_heart_rate ?? null,
        max_bpm: cycle.score?.max_heart_rate ?? null,
        resting_bpm: restingOf.get(String(cycle.id)) ?? null,
      },
    }),
  );
}

export function workoutItem(workout: Workout): DayItem {
  const offset = offsetOf(workout);
  const day = dayAt(momentOf(workout.start), offset);
  const { score } = workout;
  return dayItem(day, workout.id, offset, {
    title: null,
    sport: sportNamed(workout.sport_name),
    time_start: timestampAt(momentOf(workout.start), offset),
    time_end: timestampAt(momentOf(workout.end), offset),
    moving_time: null,
    calories: kilocalories(score?.kilojoule),
    distance: rounded(score?.distance_meter, 1),
    total_elevation_gain: rounded(score?.altitude_gain_meter, 1),
    average_hr: score?.average_heart_rate ?? null,
    max_hr: score?.max_heart_rate ?? null,
  });
}

export const profileItem = ({ height_meter }: Body, { window }: ItemContext): DayItem => ({
  day: window.until,
  id: 'profile',
  item: {
    height: rounded(centimetersOfMeters(height_meter), 1),
    birth_date: null,
    gender: null,
    time_zone: null,
  },
});
