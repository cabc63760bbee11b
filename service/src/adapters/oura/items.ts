// Turns Oura's records into items of the interface.
import type { DayItem, ItemContext } from '../collection.js';
import { dayItem, sampleAt } from '../day-item.js';
import { dayAt, momentOf, offsetOfTimestamp, offsetOfZone, timestampAt } from '../days.js';
import { courseOf, longestOfEachDay, type Stretch, timesOfNight } from '../nights.js';
import { sportNamed } from '../sports.js';
import { centimetersOfMeters, minutesOfSeconds, rounded } from '../units.js';
import type { Activity, Beat, Person, Sleep, Workout } from './collections.js';

/** A timestamp in the interface's form, with its own offset. */
const written = (timestamp: string): string =>
  timestampAt(momentOf(timestamp), offsetOfTimestamp(timestamp) ?? 0);

/** Main nights. The other types are naps, wrongly detected sleep, and sleep that the person deleted. */
const isNight = ({ type }: Sleep): boolean => type == null || type === 'long_sleep';

export function nightItems(nights: readonly Sleep[], scores: ReadonlyMap<string, number | null>) {
  const items = nights.filter(isNight).flatMap((night) => {
    const times = timesOfNight({
      light: night.light_sleep_duration ?? null,
      rem: night.rem_sleep_duration ?? null,
      deep: night.deep_sleep_duration ?? null,
      awake: night.awake_time ?? null,
      asleep: night.total_sleep_duration ?? null,
    });
    if (times === undefined) return [];
    return [
      dayItem(night.day, night.id, offsetOfTimestamp(night.bedtime_end) ?? 0, {
        bedtime_start: written(night.bedtime_start),
        bedtime_stop: written(night.bedtime_end),
        ...times,
        latency: night.latency ?? null,
        score: scores.get(night.day) ?? null,
        hr_lowest: night.lowest_heart_rate ?? null,
        hr_average: night.average_heart_rate ?? null,
        // Documented as variability; the values are RMSSD.
        average_hrv: night.average_hrv ?? null,
        // An older document says per second, but the values are per minute.
        respiratory_rate: night.average_breath ?? null,
      }),
    ];
  });
  return longestOfEachDay(items);
}

const stages: Readonly<Record<string, Stretch['stage']>> = { 1: 'deep', 2: 'light', 3: 'rem', 4: 'awake' };

/** The courses of these nights. Consecutive intervals of the same stage are joined. */
export function courseItems(nights: readonly Sleep[]): DayItem[] {
  const main = new Set(nightItems(nights, new Map()).map(({ id }) => id));
  return nights
    .filter(({ id }) => main.has(id))
    .flatMap((night) => {
      const [digits, seconds] = night.sleep_phase_30_sec
        ? [night.sleep_phase_30_sec, 30]
        : [night.sleep_phase_5_min ?? '', 300];
      const start = momentOf(night.bedtime_start);
      // The last interval may reach beyond the night.
      const whole = Math.round((momentOf(night.bedtime_end) - start) / 1000);
      const stretches = [...digits].flatMap((digit, at): Stretch[] => {
        const stage = stages[digit];
        return stage ? [{ stage, from: at * seconds, until: Math.min((at + 1) * seconds, whole) }] : [];
      });
      if (stretches.length === 0) return [];
      return [
        dayItem(night.day, night.id, offsetOfTimestamp(night.bedtime_end) ?? 0, {
          session_start: written(night.bedtime_start),
          session_end: written(night.bedtime_end),
          ...courseOf(stretches),
        }),
      ];
    });
}

export function activityItem(activity: Activity): DayItem {
  const minutes = (seconds: number | null | undefined) => rounded(minutesOfSeconds(seconds), 1);
  return dayItem(activity.day, activity.day, offsetOfTimestamp(activity.timestamp) ?? 0, {
    calories_total: activity.total_calories ?? null,
    calories_active: activity.active_calories ?? null,
    steps: activity.steps ?? null,
    // `equivalent_walking_distance` is energy expressed in meters, not a distance that the person went.
    distance: null,
    floors_climbed: null,
    low: minutes(activity.low_activity_time),
    medium: minutes(activity.medium_activity_time),
    high: minutes(activity.high_activity_time),
    heart_rate: null,
  });
}

export const workoutItem = (workout: Workout): DayItem =>
  dayItem(workout.day, workout.id, offsetOfTimestamp(workout.start_datetime) ?? 0, {
    title: workout.label ?? null,
    sport: sportNamed(workout.activity),
    time_start: written(workout.start_datetime),
    time_end: written(workout.end_datetime),
    moving_time: null,
    calories: workout.calories ?? null,
    distance: workout.distance ?? null,
    total_elevation_gain: null,
    average_hr: null,
    max_hr: null,
  });

/**
 * Heart rates come in UTC. The person's offset is that of the day's activity record, whose day begins at four in the
 * morning: the record on whose day the moment lies by that offset. If there is none, the offset is that of the person's
 * time zone, or UTC.
 */
export function beatItems(
  beats: readonly Beat[],
  activities: readonly Activity[],
  { timezone }: ItemContext,
): DayItem[] {
  const clocks = new Map(
    activities.map(({ day, timestamp }) => [
      day,
      { since: momentOf(timestamp), offset: offsetOfTimestamp(timestamp) ?? 0 },
    ]),
  );
  const offsetAt = (at: number): number => {
    const near = [0, 86_400, -86_400].flatMap((seconds) => clocks.get(dayAt(at, seconds)) ?? []);
    const own = near.find(({ offset }) => clocks.get(dayAt(at, offset))?.offset === offset);
    // At home the zone is more exact, because clocks may change in the middle of a day.
    if (own && offsetOfZone(timezone, own.since) !== own.offset) return own.offset;
    return offsetOfZone(timezone, at) ?? 0;
  };
  return beats.map(({ timestamp, bpm }) => {
    const at = momentOf(timestamp);
    return sampleAt(new Date(at).toISOString(), at, offsetAt(at), bpm, 'bpm');
  });
}

export const profileItem = ({ height, biological_sex }: Person, { window }: ItemContext): DayItem => ({
  day: window.until,
  id: 'profile',
  item: {
    // Assumed: meters, judging by the maker's samples.
    height: rounded(centimetersOfMeters(height), 1),
    // Only the age is known.
    birth_date: null,
    gender: biological_sex === 'male' || biological_sex === 'female' ? biological_sex : null,
    time_zone: null,
  },
});
