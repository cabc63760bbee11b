// Turns Withings' records into items of the interface.
import type { DayItem, ItemContext } from '../collection.js';
import { dayItem } from '../day-item.js';
import { dayAt, offsetOfZone, offsetOnDay, timestampAt } from '../days.js';
import { timesOfNight } from '../nights.js';
import { centimetersOfMeters, minutesOfSeconds, rounded } from '../units.js';
import type { Activity, Body, MeasureGroup, Night, Workout } from './collections.js';
import { sportOfCategory } from './sports.js';

/** The offset of the first known zone at a moment in seconds; UTC's offset if none is known. */
const offsetAt = (seconds: number, ...zones: (string | null | undefined)[]): number =>
  zones.map((zone) => offsetOfZone(zone ?? null, seconds * 1000)).find((offset) => offset !== null) ?? 0;

/**
 * The value of a type; null if it was not measured. Values for segments of the body come after the value for the whole
 * body.
 */
function measured(groups: readonly MeasureGroup[], type: number): number | null {
  const found = groups.flatMap((group) => group.measures).find((measure) => measure.type === type);
  return found === undefined ? null : rounded(found.value * 10 ** found.unit, 6);
}

function momentOf({ date, timezone }: MeasureGroup, context: ItemContext) {
  const offset = offsetAt(date, timezone, context.timezone);
  const day = dayAt(date * 1000, offset);
  return {
    day,
    about: { calendar_date: day, timezone_offset: offset },
    at: timestampAt(date * 1000, offset),
  };
}

/** Weighings: scales send weight, composition and pulse in separate groups with the same second. */
export function bodyItems(groups: readonly MeasureGroup[], context: ItemContext): DayItem[] {
  return groups.flatMap((group) => {
    const weight = measured([group], 1);
    const together = groups.filter(({ date }) => date === group.date);
    if (weight === null) return [];
    const { day, about, at } = momentOf(group, context);
    const percent = (kilograms: number | null) =>
      kilograms === null || weight === 0 ? null : rounded((kilograms / weight) * 100, 2);
    return [
      {
        day,
        id: String(group.grpid),
        item: {
          ...about,
          measured_at: at,
          weight,
          fat: measured(together, 6) ?? percent(measured(together, 8)),
          water_percentage: percent(measured(together, 77)),
          muscle_mass: measured(together, 76),
          body_mass_index: null,
        },
      },
    ];
  });
}

/** Samples of the first of the given types that a group has. */
export const sampleItems =
  (types: readonly number[], unit: string) =>
  (groups: readonly MeasureGroup[], context: ItemContext): DayItem[] =>
    groups.flatMap((group) => {
      const value = types.map((type) => measured([group], type)).find((each) => each !== null);
      if (value === undefined) return [];
      const { day, about, at } = momentOf(group, context);
      return [{ day, id: String(group.grpid), item: { ...about, timestamp: at, value, unit } }];
    });

export const pressureItems = (groups: readonly MeasureGroup[], context: ItemContext): DayItem[] =>
  groups.flatMap((group) => {
    const [systolic, diastolic] = [measured([group], 10), measured([group], 9)];
    if (systolic === null || diastolic === null) return [];
    const { day, about, at } = momentOf(group, context);
    const item = { ...about, timestamp: at, systolic, diastolic, unit: 'mmHg' };
    return [{ day, id: String(group.grpid), item }];
  });

export function profileItems(bodies: readonly Body[], { window }: ItemContext): DayItem[] {
  const [body] = bodies;
  if (body === undefined) return [];
  const latest = bodies.flatMap(({ groups }) => groups).toSorted((one, other) => other.date - one.date);
  return [
    {
      day: window.until,
      id: 'profile',
      item: {
        height: rounded(centimetersOfMeters(measured(latest, 4)), 1),
        // Neither is in the public interface.
        birth_date: null,
        gender: null,
        time_zone: body.timezone,
      },
    },
  ];
}

/** One record for each day: what a Withings tracker counted has priority over what another app passed on (brand 18). */
export function activityItems(activities: readonly Activity[], { timezone }: ItemContext): DayItem[] {
  const own = new Set(activities.filter(({ brand }) => brand !== 18).map(({ date }) => date));
  return activities
    .filter(({ brand, date }) => brand !== 18 || !own.has(date))
    .map((activity) => ({ day: activity.date, id: activity.date, item: activityItem(activity, timezone) }));
}

function activityItem(activity: Activity, timezone: string | null) {
  const minutes = (seconds: number | null | undefined) => rounded(minutesOfSeconds(seconds), 1);
  const { hr_min: min = null, hr_average: average = null, hr_max: max = null } = activity;
  const beats = min !== null || average !== null || max !== null;
  return {
    calendar_date: activity.date,
    timezone_offset:
      offsetOnDay(activity.timezone ?? null, activity.date) ?? offsetOnDay(timezone, activity.date) ?? 0,
    calories_total: activity.totalcalories ?? null,
    calories_active: activity.calories ?? null,
    steps: activity.steps ?? null,
    distance: activity.distance ?? null,
    // According to the maker's documentation floors, according to a third party's meters.
    floors_climbed: activity.elevation ?? null,
    low: minutes(activity.soft),
    medium: minutes(activity.moderate),
    high: minutes(activity.intense),
    heart_rate: beats ? { min_bpm: min, avg_bpm: average, max_bpm: max, resting_bpm: null } : null,
  };
}

/** Nights, filed under the day that Withings gives them, which is the day of their morning. */
export function nightItems(nights: readonly Night[], context: ItemContext) {
  return nights.flatMap((night) => {
    const { data, date, startdate, enddate, timezone } = night;
    const times = timesOfNight({
      light: data.lightsleepduration ?? null,
      rem: data.remsleepduration ?? null,
      deep: data.deepsleepduration ?? null,
      awake: data.wakeupduration ?? null,
      // A night that another app passed on has no stages, and has its sleep in a field of its own.
      asleep: data.asleepduration ?? data.total_sleep_time ?? null,
    });
    if (times === undefined) return [];
    const zones = [timezone, context.timezone];
    return [
      dayItem(date, String(night.id), offsetAt(enddate, ...zones), {
        bedtime_start: timestampAt(startdate * 1000, offsetAt(startdate, ...zones)),
        bedtime_stop: timestampAt(enddate * 1000, offsetAt(enddate, ...zones)),
        ...times,
        latency: data.sleep_latency ?? null,
        score: data.sleep_score ?? null,
        hr_lowest: data.hr_min ?? null,
        hr_average: data.hr_average ?? null,
        // Only available in the course of the night, which would need one request for each day.
        average_hrv: null,
        respiratory_rate: data.rr_average ?? null,
      }),
    ];
  });
}

export const workoutItems = (workouts: readonly Workout[], context: ItemContext): DayItem[] =>
  workouts
    // Category 128 means that nothing was done.
    .filter(({ category }) => category !== 128)
    .map(({ id, category, startdate, enddate, timezone, data }) => {
      const zones = [timezone, context.timezone];
      const offset = offsetAt(startdate, ...zones);
      const day = dayAt(startdate * 1000, offset);
      const pause = data.pause_duration ?? null;
      return dayItem(day, String(id), offset, {
        title: null,
        sport: sportOfCategory(category),
        time_start: timestampAt(startdate * 1000, offset),
        time_end: timestampAt(enddate * 1000, offsetAt(enddate, ...zones)),
        moving_time: pause === null ? null : enddate - startdate - pause,
        calories: data.calories ?? null,
        distance: data.distance ?? null,
        // Its `elevation` counts floors.
        total_elevation_gain: null,
        average_hr: data.hr_average ?? null,
        max_hr: data.hr_max ?? null,
      });
    });
