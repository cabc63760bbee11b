// Turns records of Intervals.icu into items of the interface.
import { calendarDate } from 'svc-link/contract';
import type { DayItem, ItemContext } from '../collection.js';
import { dayItem } from '../day-item.js';
import { beginningOf, momentOf, momentOfLocal, offsetOfZone, offsetOnDay, timestampAt } from '../days.js';
import { sportOfStravaName } from '../sports.js';
import { centimetersOfMeters, rounded } from '../units.js';
import type { Activity, Athlete, Wellness } from './collections.js';

const genders: Readonly<Record<string, string>> = { F: 'female', M: 'male' };

export function profileItem(athlete: Athlete, { window }: ItemContext): DayItem {
  const { height, icu_date_of_birth: birth, sex, timezone } = athlete;
  return {
    day: window.until,
    id: 'profile',
    item: {
      // No person has such a height in meters.
      height: height != null && height > 3 ? null : rounded(centimetersOfMeters(height), 1),
      birth_date: calendarDate.safeParse(birth).success ? birth : null,
      gender: genders[sex ?? ''] ?? null,
      time_zone: timezone ?? null,
    },
  };
}

/** When an activity began, and the person's offset from UTC. */
function beginOf(
  { start_date, start_date_local, timezone }: Activity,
  known: string | null,
): { readonly at: number; readonly offset: number } | undefined {
  if (start_date_local == null) return undefined;
  const local = momentOfLocal(start_date_local, 0);
  if (start_date != null) {
    const at = momentOf(start_date);
    return { at, offset: Math.round((local - at) / 1000) };
  }
  const offset = offsetOfZone(timezone ?? null, local) ?? offsetOfZone(known, local);
  return offset === null ? undefined : { at: local - offset * 1000, offset };
}

/** A workout. None for an activity from Strava, whose terms forbid passing it on, and none if its time is not known. */
export function workoutItems(activity: Activity, { timezone }: ItemContext): DayItem[] {
  const { source, elapsed_time: seconds } = activity;
  const begin = beginOf(activity, timezone);
  if (source === 'STRAVA' || begin === undefined || seconds == null) return [];
  const day = timestampAt(begin.at, begin.offset).slice(0, 10);
  return [
    dayItem(day, String(activity.id), begin.offset, {
      title: activity.name ?? null,
      sport: sportOfStravaName(activity.type),
      time_start: timestampAt(begin.at, begin.offset),
      time_end: timestampAt(begin.at + seconds * 1000, begin.offset),
      moving_time: activity.moving_time ?? null,
      calories: activity.calories ?? null,
      distance: activity.distance ?? null,
      total_elevation_gain: activity.total_elevation_gain ?? null,
      average_hr: activity.average_heartrate ?? null,
      max_hr: activity.max_heartrate ?? null,
    }),
  ];
}

export function activityItems(wellness: Wellness, { timezone }: ItemContext): DayItem[] {
  const steps = wellness.steps ?? null;
  const resting = wellness.tempRestingHR === true ? null : (wellness.restingHR ?? null);
  if (steps === null && resting === null) return [];
  const { id: day } = wellness;
  return [
    dayItem(day, day, offsetOnDay(timezone, day), {
      calories_total: null,
      calories_active: null,
      steps,
      distance: null,
      floors_climbed: null,
      low: null,
      medium: null,
      high: null,
      heart_rate:
        resting === null ? null : { min_bpm: null, avg_bpm: null, max_bpm: null, resting_bpm: resting },
    }),
  ];
}

/** A measurement of a day, without a time of day. Undefined without a value. */
function measured(
  name: string,
  { id: day }: Wellness,
  { timezone }: ItemContext,
  item: (timestamp: string) => Readonly<Record<string, unknown>> | undefined,
): DayItem[] {
  const { at, offset } = beginningOf(day, timezone);
  const values = item(timestampAt(at, offset ?? 0));
  return values === undefined ? [] : [dayItem(day, `${name}-${day}`, offset, values)];
}

export const bodyItems = (wellness: Wellness, context: ItemContext): DayItem[] =>
  measured('body', wellness, context, (measured_at) => {
    const weight = wellness.tempWeight === true ? null : (wellness.weight ?? null);
    const fat = wellness.bodyFat ?? null;
    if (weight === null && fat === null) return undefined;
    return { measured_at, weight, fat, water_percentage: null, muscle_mass: null, body_mass_index: null };
  });

export const pressureItems = (wellness: Wellness, context: ItemContext): DayItem[] =>
  measured('blood_pressure', wellness, context, (timestamp) => {
    const { systolic, diastolic } = wellness;
    // One value alone is of no use: everybody who reads blood pressure expects both.
    return systolic == null || diastolic == null
      ? undefined
      : { timestamp, systolic, diastolic, unit: 'mmHg' };
  });

export const breathItems = (wellness: Wellness, context: ItemContext): DayItem[] =>
  measured('respiratory_rate', wellness, context, (timestamp) =>
    wellness.respiration == null
      ? undefined
      : { timestamp, value: wellness.respiration, unit: 'breaths/min' },
  );
