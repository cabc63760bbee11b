// What is requested from Intervals.icu, and the form of its answers.
import * as z from 'zod/mini';
import type { Collection } from '../collection.js';
import { day, localTime, maybeNumber, maybeText, recordId, timestamp } from '../fields.js';
import { recordsOf } from '../records.js';

export const scopes = {
  activity: 'ACTIVITY:READ',
  wellness: 'WELLNESS:READ',
  settings: 'SETTINGS:READ',
} as const;

/** The answer has some 160 further fields, such as the person's address and other accounts. They are not read. */
export const Athlete = z.looseObject({
  id: recordId,
  sex: maybeText,
  icu_date_of_birth: maybeText,
  /** Assumed: meters, whatever unit the person sees. */
  height: maybeNumber,
  /** The name of an IANA time zone. */
  timezone: maybeText,
});
export type Athlete = z.infer<typeof Athlete>;

/** An activity from Strava is a stub with an id, a day and its source. */
const Activity = z.looseObject({
  id: recordId,
  source: maybeText,
  name: maybeText,
  type: maybeText,
  start_date: z.nullish(timestamp),
  start_date_local: z.nullish(localTime),
  /** The name of an IANA time zone. */
  timezone: maybeText,
  /** Seconds. */
  elapsed_time: maybeNumber,
  moving_time: maybeNumber,
  /** Meters. */
  distance: maybeNumber,
  total_elevation_gain: maybeNumber,
  /** Assumed: kilocalories. */
  calories: maybeNumber,
  average_heartrate: maybeNumber,
  max_heartrate: maybeNumber,
});
export type Activity = z.infer<typeof Activity>;

/** What a person, or a device for them, has recorded for a day. The day is the id. */
const Wellness = z.looseObject({
  id: day,
  /** Kilograms. */
  weight: maybeNumber,
  /** Assumed, like the same field for the heart rate below: the weight comes from an earlier day. */
  tempWeight: z.nullish(z.boolean()),
  /** Assumed: percent. */
  bodyFat: maybeNumber,
  restingHR: maybeNumber,
  tempRestingHR: z.nullish(z.boolean()),
  steps: maybeNumber,
  /** Assumed: mmHg. */
  systolic: maybeNumber,
  diastolic: maybeNumber,
  /** Assumed: breaths a minute. */
  respiration: maybeNumber,
});
export type Wellness = z.infer<typeof Wellness>;

/** Requests only these fields: notes, moods and samples are not sent. Fields without a value are left out. */
const fieldsOf = (schema: z.ZodMiniObject): string => Object.keys(schema.shape).join(',');
const list = z.array(z.unknown());

// `0` means the person whose token is used.
export const collections = {
  athlete: {
    scopes: [scopes.settings],
    span: 'now',
    request: () => ({ to: '/athlete/0' }),
    read: (body) => ({ records: [z.parse(Athlete, body)], next: null }),
  } satisfies Collection<Athlete>,
  activities: {
    scopes: [scopes.activity],
    span: { most: 92, lag: 7 },
    // The person's own days. Whether a day without a time includes the whole day is not documented. All activities come in
    // one answer.
    request: ({ window }) => ({
      to: '/athlete/0/activities',
      query: {
        oldest: `${window.from}T00:00:00`,
        newest: `${window.until}T23:59:59`,
        fields: fieldsOf(Activity),
      },
    }),
    read: (body) => ({ ...recordsOf(Activity, list.parse(body)), next: null }),
  } satisfies Collection<Activity>,
  wellness: {
    scopes: [scopes.wellness],
    span: { most: 92, lag: 7 },
    request: ({ window }) => ({
      to: '/athlete/0/wellness',
      query: { oldest: window.from, newest: window.until, fields: fieldsOf(Wellness) },
    }),
    read: (body) => ({ ...recordsOf(Wellness, list.parse(body)), next: null }),
  } satisfies Collection<Wellness>,
};
