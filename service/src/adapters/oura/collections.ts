// What is requested from Oura, and the form of its answers.
import * as z from 'zod/mini';
import type { ApiRequest } from '../api.js';
import type { Collection, Page, PageContext } from '../collection.js';
import { day, maybeNumber, maybeText, timestamp } from '../fields.js';
import { recordsOf } from '../records.js';

const id = z.string().check(z.minLength(1));

const Sleep = z.looseObject({
  id,
  day,
  type: maybeText,
  bedtime_start: timestamp,
  bedtime_end: timestamp,
  light_sleep_duration: maybeNumber,
  rem_sleep_duration: maybeNumber,
  deep_sleep_duration: maybeNumber,
  awake_time: maybeNumber,
  total_sleep_duration: maybeNumber,
  latency: maybeNumber,
  lowest_heart_rate: maybeNumber,
  average_heart_rate: maybeNumber,
  average_hrv: maybeNumber,
  average_breath: maybeNumber,
  /** One digit for each interval of the night. */
  sleep_phase_30_sec: maybeText,
  sleep_phase_5_min: maybeText,
});
export type Sleep = z.infer<typeof Sleep>;

const Score = z.looseObject({ day, score: maybeNumber });

const Activity = z.looseObject({
  day,
  /** The beginning of the day, which is four in the morning. */
  timestamp,
  total_calories: maybeNumber,
  active_calories: maybeNumber,
  steps: maybeNumber,
  low_activity_time: maybeNumber,
  medium_activity_time: maybeNumber,
  high_activity_time: maybeNumber,
});
export type Activity = z.infer<typeof Activity>;

const Workout = z.looseObject({
  id,
  day,
  activity: z.string(),
  label: maybeText,
  start_datetime: timestamp,
  end_datetime: timestamp,
  calories: maybeNumber,
  distance: maybeNumber,
});
export type Workout = z.infer<typeof Workout>;

const Beat = z.looseObject({ timestamp, bpm: z.number() });
export type Beat = z.infer<typeof Beat>;

const Person = z.looseObject({ id, height: maybeNumber, biological_sex: maybeText });
export type Person = z.infer<typeof Person>;

const Listed = z.looseObject({ data: z.array(z.unknown()), next_token: z.nullish(z.string()) });

function pageOf<T extends z.core.$ZodType>(record: T, body: unknown): Page<z.infer<T>> {
  const { data, next_token } = z.parse(Listed, body);
  return { ...recordsOf(record, data), next: next_token ?? null };
}

const ask = (name: string, query: ApiRequest['query'], { cursor }: PageContext): ApiRequest => ({
  to: `/v2/usercollection/${name}`,
  query: { ...query, next_token: cursor ?? undefined },
});

/**
 * Records of days. Oura compares their moments with the beginnings of days: records of the last day come after its
 * beginning and are left out, and so were nights of the first day. Assumed: these are UTC days, so that an evening in
 * America belongs to the day after. Two extra days on both sides cover all of this, and also the neighbouring days, whose
 * clocks decide on which day a heart rate was.
 */
function ofDays<T extends z.core.$ZodType>(
  name: string,
  scope: string,
  lag: number,
  record: T,
): Collection<z.infer<T>> {
  return {
    scopes: [scope],
    // No maximum is documented, but there are pages.
    span: { most: 100, pad: 2, lag },
    request: (context) =>
      ask(name, { start_date: context.window.from, end_date: context.window.until }, context),
    read: (body) => pageOf(record, body),
  };
}

/** A ring stores some days, and sends them when its app is opened. */
const late = 14;

export const nights = ofDays('sleep', 'daily', late, Sleep);
/** Only scores. */
export const scores = ofDays('daily_sleep', 'daily', late, Score);
export const activities = ofDays('daily_activity', 'daily', late, Activity);
export const workouts = ofDays('workout', 'workout', late, Workout);

export const beats: Collection<Beat> = {
  scopes: ['heartrate'],
  // There is at least one value every five minutes, on many pages, so few days are read again. Assumed: a month is the
  // longest range that is answered, as clients say.
  span: { most: 28, pad: 1, lag: 3 },
  request: (context) => {
    const { from, until } = context.window;
    return ask(
      'heartrate',
      { start_datetime: `${from}T00:00:00+00:00`, end_datetime: `${until}T23:59:59+00:00` },
      context,
    );
  },
  read: (body) => pageOf(Beat, body),
};

export const person: Collection<Person> = {
  scopes: ['personal'],
  span: 'now',
  request: () => ({ to: '/v2/usercollection/personal_info' }),
  read: (body) => ({ records: [Person.parse(body)], next: null }),
};
