// What is requested from Polar, and the form of its answers.
import * as z from 'zod/mini';
import type { Collection } from '../collection.js';
import { day, localTime, maybeNumber, maybeText, timeOfDay, timestamp } from '../fields.js';
import { recordsOf } from '../records.js';

export const scopes = ['accesslink.read_all'];

const Night = z.looseObject({
  date: day,
  sleep_start_time: timestamp,
  sleep_end_time: timestamp,
  light_sleep: maybeNumber,
  deep_sleep: maybeNumber,
  rem_sleep: maybeNumber,
  total_interruption_duration: maybeNumber,
  sleep_score: maybeNumber,
  /** The stages, by the time of day (HH:MM) at which they began. */
  hypnogram: z.nullish(z.record(z.string().check(z.regex(/^\d\d:\d\d/)), z.number())),
  /** Beats a minute, by the time of day. */
  heart_rate_samples: z.nullish(z.record(z.string(), z.nullable(z.number()))),
});
export type Night = z.infer<typeof Night>;

const list = z.array(z.unknown());
const Nights = z.looseObject({ nights: z.nullish(list) });

/** Covers the first four hours of a night. */
const Recharge = z.looseObject({
  date: day,
  heart_rate_avg: maybeNumber,
  /** RMSSD in milliseconds. */
  heart_rate_variability_avg: maybeNumber,
  breathing_rate_avg: maybeNumber,
});
export type Recharge = z.infer<typeof Recharge>;

const Recharges = z.looseObject({ recharges: z.nullish(list) });

const Activity = z.looseObject({
  /** Assumed: in the person's local time. The documentation says UTC, but its sample ends at 23:59:59. */
  start_time: timeOfDay,
  /** Includes the energy at rest. */
  calories: maybeNumber,
  active_calories: maybeNumber,
  steps: maybeNumber,
  /** Meters. */
  distance_from_steps: maybeNumber,
  samples: z.nullish(z.looseObject({ date: z.nullish(day) })),
});
export type Activity = z.infer<typeof Activity>;

const Exercise = z.looseObject({
  id: z.string(),
  start_time: localTime,
  /** Minutes. */
  start_time_utc_offset: maybeNumber,
  duration: maybeText,
  calories: maybeNumber,
  /** Meters. */
  distance: maybeNumber,
  heart_rate: z.nullish(z.looseObject({ average: maybeNumber, maximum: maybeNumber })),
  sport: maybeText,
  detailed_sport_info: maybeText,
});
export type Exercise = z.infer<typeof Exercise>;

const PhysicalInfo = z.looseObject({
  /** Centimeters. */
  height: maybeNumber,
  birthday: z.nullish(day),
  gender: maybeText,
});

// Nights and exercises are always answered completely, so a long lag costs nothing and brings what a watch sent late. The
// lag is shorter than the range of the answer: a day that the provider already leaves out would be taken for an empty one.
const nights = { most: 28, back: 26, lag: 21 };

// An answer without a body (204) is the usual one for "nothing".
export const collections = {
  physical: {
    scopes,
    span: 'now',
    // 404: the person is not known there.
    request: () => ({ to: '/v3/users/physical-info', alsoSuccess: [404] }),
    read: (body) => ({ records: body === undefined ? [] : [PhysicalInfo.parse(body)], next: null }),
  } satisfies Collection<z.infer<typeof PhysicalInfo>>,
  nights: {
    scopes,
    span: nights,
    request: () => ({ to: '/v3/users/sleep' }),
    read: (body) => ({ ...recordsOf(Night, Nights.parse(body ?? {}).nights ?? []), next: null }),
  } satisfies Collection<Night>,
  recharges: {
    scopes,
    span: nights,
    request: () => ({ to: '/v3/users/nightly-recharge' }),
    read: (body) => ({ ...recordsOf(Recharge, Recharges.parse(body ?? {}).recharges ?? []), next: null }),
  } satisfies Collection<Recharge>,
  activities: {
    scopes,
    // From the 366th day on, the answer is 400.
    span: { most: 28, back: 364, lag: 7 },
    // The stamps are not needed, but with samples the answer names the day.
    request: ({ window }) => ({
      to: '/v3/users/activities',
      query: { from: window.from, to: window.until, inactivity_stamps: 'true' },
    }),
    read: (body) => ({ ...recordsOf(Activity, list.parse(body ?? [])), next: null }),
  } satisfies Collection<Activity>,
  exercises: {
    scopes,
    // Exercises that were uploaded before the person was registered are not answered, and linking
    // again may register the person again. So a missing exercise is no proof that it was deleted.
    span: { most: 30, back: 29, lag: 21, forgets: true },
    request: () => ({ to: '/v3/exercises' }),
    read: (body) => ({ ...recordsOf(Exercise, list.parse(body ?? [])), next: null }),
  } satisfies Collection<Exercise>,
};
