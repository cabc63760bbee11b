// What Intervals.icu is asked for, and what it answers.
import * as z from 'zod/mini';
import type { Collection } from '../collection.js';
import { day, localTime, maybeNumber, maybeText, recordId, timestamp } from '../fields.js';
import { recordsOf } from '../records.js';

export const scopes = {
  activity: 'ACTIVITY:READ',
  wellness: 'WELLNESS:READ',
  settings: 'SETTINGS:READ',
} as const;

/** Its answer has some 160 fields more, such as the person's address and those of other accounts: no others are looked at. */
export const Athlete = z.looseObject({
  id: recordId,
  sex: maybeText,
  icu_date_of_birth: maybeText,
  /** Assumed: meters, whatever unit it is shown in. */
  height: maybeNumber,
  /** The name of an IANA time zone. */
  timezone: maybeText,
});
export type Athlete = z.infer<typeof Athlete>;

/** What came from Strava is a stub: it has an id, a day and its source. */
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

/** What a person, or a device in their name, wrote down of a day; the day is its id. */
const Wellness = z.looseObject({
  id: day,
  /** Kilograms. */
  weight: maybeNumber,
  /** Assumed, as of the one of the heart rate below: the weight is one of an earlier day. */
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

/** No others are sent: notes, moods and samples stay where they are. Those without a value are left out. */
const fieldsOf = (schema: z.ZodMiniObject): string => Object.keys(schema.shape).join(',');
const list = z.array(z.unknown());

// `0` is the person whose token it is.
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
    // Days of the person's own clock. It is not said whether a day without a time is one to its end. All are sent at once.
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
