// For servers only: nothing here is part of a browser's bundle.
import * as z from 'zod/mini';
import { dateRange } from './calendar-date.js';
import { dataItem as item, maybeNumber as number } from './data-item.js';
import { endpoint } from './endpoint.js';
import { date, id, timestamp } from './formats.js';
import { openEnum } from './open-enum.js';
import { SourceContext } from './source.js';
import { unreadable } from './unreadable-value.js';

/** The resources that have a summary (spec 4.13). */
export const summaryResources = ['activity', 'body', 'meal', 'profile', 'sleep', 'workouts'] as const;
export type SummaryResource = (typeof summaryResources)[number];

/** A day of movement. */
export const ActivitySummary = z.looseObject({
  ...item,
  /** Kilocalories. */
  calories_total: number,
  /** Kilocalories beyond those of rest; part of `calories_total`. */
  calories_active: number,
  steps: number,
  /** Meters. */
  distance: number,
  floors_climbed: number,
  /** Minutes of light movement. */
  low: number,
  /** Minutes of moderate movement. */
  medium: number,
  /** Minutes of hard movement. */
  high: number,
  /** Beats a minute. */
  heart_rate: z.nullable(
    z.looseObject({ min_bpm: number, avg_bpm: number, max_bpm: number, resting_bpm: number }),
  ),
});
export type ActivitySummary = z.infer<typeof ActivitySummary>;

/** A measurement of the body. */
export const BodySummary = z.looseObject({
  ...item,
  measured_at: timestamp,
  /** Kilograms. */
  weight: number,
  /** Percent of the weight. */
  fat: number,
  /** Percent of the weight. */
  water_percentage: number,
  /** Kilograms. */
  muscle_mass: number,
  /** Kilograms a square meter. */
  body_mass_index: number,
});
export type BodySummary = z.infer<typeof BodySummary>;

/** Something eaten. */
export const MealSummary = z.looseObject({
  ...item,
  name: z.string(),
  timestamp,
  energy: z.looseObject({ unit: z.string(), value: z.number() }),
  /** Grams. */
  macros: z.looseObject({ carbs: number, protein: number, fat: number, fibre: number, sugar: number }),
});
export type MealSummary = z.infer<typeof MealSummary>;

/** A night, kept under the day of its morning. */
export const SleepSummary = z.looseObject({
  ...item,
  /** When the person went to bed. */
  bedtime_start: timestamp,
  /** When the person got up. */
  bedtime_stop: timestamp,
  /** Seconds in bed: `total` plus `awake`. */
  duration: z.number(),
  /** Seconds asleep: `light`, `rem` and `deep` together. */
  total: z.number(),
  /** Seconds. This and the three stages below are null if the provider does not tell them apart. */
  awake: number,
  /** Seconds. */
  light: number,
  /** Seconds. */
  rem: number,
  /** Seconds. */
  deep: number,
  /** Seconds until the person fell asleep; part of `awake`. */
  latency: number,
  /** The share of `duration` that was slept, 0 to 1. */
  efficiency: number,
  /** The provider's own score, 0 to 100; null until the provider has made it. */
  score: number,
  /** Beats a minute. */
  hr_lowest: number,
  /** Beats a minute. */
  hr_average: number,
  /** Milliseconds (RMSSD); null until the provider has made it. */
  average_hrv: number,
  /** Breaths a minute. */
  respiratory_rate: number,
});
export type SleepSummary = z.infer<typeof SleepSummary>;

/** Some exercise. */
export const WorkoutSummary = z.looseObject({
  ...item,
  title: z.nullable(z.string()),
  sport: z.looseObject({ slug: z.string(), name: z.string() }),
  time_start: timestamp,
  time_end: timestamp,
  /** Seconds. */
  moving_time: number,
  /** Kilocalories. */
  calories: number,
  /** Meters. */
  distance: number,
  /** Meters. */
  total_elevation_gain: number,
  /** Beats a minute. */
  average_hr: number,
  /** Beats a minute. */
  max_hr: number,
});
export type WorkoutSummary = z.infer<typeof WorkoutSummary>;

/** The person's profile at a provider. */
export const ProfileSummary = z.looseObject({
  id,
  user_id: id,
  /** Centimeters. */
  height: number,
  birth_date: z.nullable(date),
  gender: z.nullable(openEnum(['female', 'male', 'other'])),
  /** The name of an IANA time zone; absent in profiles that an earlier version pulled. */
  time_zone: z.optional(z.nullable(z.string())),
  source: SourceContext,
});
export type ProfileSummary = z.infer<typeof ProfileSummary>;

/** Days of movement in the range, earliest first. A day can have an item of each of several providers (spec 4.13). */
export const readActivitySummary = endpoint({
  method: 'GET',
  path: '/v2/summary/activity/{user_id}',
  auth: 'api-key',
  query: dateRange,
  response: z.looseObject({ activity: z.array(ActivitySummary), unreadable }),
});

/** Measurements of the body in the range, the earliest first (spec 4.13). */
export const readBodySummary = endpoint({
  method: 'GET',
  path: '/v2/summary/body/{user_id}',
  auth: 'api-key',
  query: dateRange,
  response: z.looseObject({ body: z.array(BodySummary), unreadable }),
});

/** Meals in the range, the earliest first (spec 4.13). */
export const readMealSummary = endpoint({
  method: 'GET',
  path: '/v2/summary/meal/{user_id}',
  auth: 'api-key',
  query: dateRange,
  response: z.looseObject({ meal: z.array(MealSummary), unreadable }),
});

/** Nights whose morning is in the range, the earliest first (spec 4.13). */
export const readSleepSummary = endpoint({
  method: 'GET',
  path: '/v2/summary/sleep/{user_id}',
  auth: 'api-key',
  query: dateRange,
  response: z.looseObject({ sleep: z.array(SleepSummary), unreadable }),
});

/** Workouts in the range, the earliest first (spec 4.13). */
export const readWorkoutsSummary = endpoint({
  method: 'GET',
  path: '/v2/summary/workouts/{user_id}',
  auth: 'api-key',
  query: dateRange,
  response: z.looseObject({ workouts: z.array(WorkoutSummary), unreadable }),
});

/**
 * The profile of the user, as one object. If several providers have a profile, it is from the connection made last
 * (spec 4.13). Dates have no meaning here and may be left out. 404 `profile_not_found` if no provider has given one yet.
 */
export const readProfileSummary = endpoint({
  method: 'GET',
  path: '/v2/summary/profile/{user_id}',
  auth: 'api-key',
  response: ProfileSummary,
});
