// What is requested from WHOOP, and the form of its answers.
import * as z from 'zod/mini';
import { addDays } from '../../work/index.js';
import type { Collection } from '../collection.js';
import { offsetOfTimestamp } from '../days.js';
import { maybeNumber, timestamp } from '../fields.js';
import { recordsOf } from '../records.js';

const id = z.string().check(z.minLength(1));
/** Ids have 64 bits. */
const cycleId = z.union([z.number(), id]);
/** `+05:30`, or `Z`. */
const offset = z.string().check(z.refine((text) => offsetOfTimestamp(text) !== null, 'no offset'));

const Sleep = z.looseObject({
  id,
  start: timestamp,
  end: timestamp,
  timezone_offset: offset,
  nap: z.boolean(),
  /** Absent until the sleep is scored, or for good if it cannot be scored. */
  score: z.nullish(
    z.looseObject({
      stage_summary: z.looseObject({
        total_awake_time_milli: maybeNumber,
        total_light_sleep_time_milli: maybeNumber,
        total_slow_wave_sleep_time_milli: maybeNumber,
        total_rem_sleep_time_milli: maybeNumber,
      }),
      respiratory_rate: maybeNumber,
      sleep_performance_percentage: maybeNumber,
    }),
  ),
});
export type Sleep = z.infer<typeof Sleep>;

const Recovery = z.looseObject({
  cycle_id: cycleId,
  sleep_id: id,
  score: z.nullish(z.looseObject({ resting_heart_rate: maybeNumber, hrv_rmssd_milli: maybeNumber })),
});
export type Recovery = z.infer<typeof Recovery>;

const Cycle = z.looseObject({
  id: cycleId,
  start: timestamp,
  /** Absent while the cycle is not over. */
  end: z.nullish(timestamp),
  timezone_offset: offset,
  score: z.nullish(
    z.looseObject({
      kilojoule: maybeNumber,
      average_heart_rate: maybeNumber,
      max_heart_rate: maybeNumber,
    }),
  ),
});
export type Cycle = z.infer<typeof Cycle>;

const Workout = z.looseObject({
  id,
  start: timestamp,
  end: timestamp,
  timezone_offset: offset,
  sport_name: z.nullish(z.string()),
  score: z.nullish(
    z.looseObject({
      kilojoule: maybeNumber,
      average_heart_rate: maybeNumber,
      max_heart_rate: maybeNumber,
      distance_meter: maybeNumber,
      altitude_gain_meter: maybeNumber,
    }),
  ),
});
export type Workout = z.infer<typeof Workout>;

const Body = z.looseObject({ height_meter: maybeNumber });
export type Body = z.infer<typeof Body>;

const Listed = z.looseObject({ records: z.array(z.unknown()), next_token: z.nullish(z.string()) });

/** A strap stores up to 14 days until it is near its phone again. With the neighbouring days they fit on one page. */
const lag = 14;

/** Records in a range of moments, the newest first. A page has at most 25 records. */
function inTime<T extends z.core.$ZodType>(to: string, scope: string, record: T): Collection<z.infer<T>> {
  return {
    scopes: [scope],
    // No maximum is documented, but there are pages. The padding covers clocks ahead of or behind UTC, and nights that
    // begin the evening before.
    span: { most: 100, pad: 1, lag },
    request: ({ window, cursor }) => ({
      to,
      query: {
        start: `${window.from}T00:00:00.000Z`,
        end: `${addDays(window.until, 1)}T00:00:00.000Z`,
        limit: 25,
        nextToken: cursor ?? undefined,
      },
    }),
    read: (body) => {
      const { records, next_token } = z.parse(Listed, body);
      // Absent after the last page; some clients saw an empty string.
      return { ...recordsOf(record, records), next: next_token || null };
    },
  };
}

export const sleeps = inTime('/v2/activity/sleep', 'read:sleep', Sleep);
export const recoveries = inTime('/v2/recovery', 'read:recovery', Recovery);
export const cycles = inTime('/v2/cycle', 'read:cycles', Cycle);
export const workouts = inTime('/v2/activity/workout', 'read:workout', Workout);

export const bodies: Collection<Body> = {
  scopes: ['read:body_measurement'],
  span: 'now',
  // 404: the person has not entered it.
  request: () => ({ to: '/v2/user/measurement/body', alsoSuccess: [404] }),
  read: (body) => ({ records: body === undefined ? [] : [Body.parse(body)], next: null }),
};
