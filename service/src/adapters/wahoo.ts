// Wahoo Cloud API v1. It has only workouts, the newest first and without filters, so a window is read page by page until an
// older workout comes.
import * as z from 'zod/mini';
import { addDays } from '../work/index.js';
import { dayItem } from './day-item.js';
import { defineAdapter } from './adapter.js';
import type { Collection, DayItem, ItemContext } from './collection.js';
import { dayAt, momentOf, offsetOfZone, timestampAt } from './days.js';
import { day, jsonOf, maybeFigure, maybeNumber, maybeText, timestamp } from './fields.js';
import { recordsOf } from './records.js';
import { isSameSecret } from './signatures.js';
import { centimetersOfMeters, numberOf, rounded } from './units.js';
import { sportOfType } from './wahoo/sports.js';

const accountId = z.union([z.int(), z.string().check(z.minLength(1))]);

const Account = z.looseObject({ id: accountId });

const User = z.looseObject({
  id: accountId,
  birth: z.nullish(day),
  gender: maybeNumber,
  /** Meters. */
  height: maybeFigure,
});

/** Its numbers are strings such as `24909.71`; in some samples they are numbers. */
const Summary = z.looseObject({
  ascent_accum: maybeFigure,
  /** Assumed: kilocalories. */
  calories_accum: maybeFigure,
  distance_accum: maybeFigure,
  duration_active_accum: maybeFigure,
  duration_total_accum: maybeFigure,
  heart_rate_avg: maybeFigure,
  /** The name of an IANA time zone. Not documented, but public clients read it. */
  time_zone: maybeText,
  fitness_app_id: maybeNumber,
});

const Workout = z.looseObject({
  id: z.union([z.int(), z.string()]),
  starts: timestamp,
  /** The planned length, if there is a plan. */
  minutes: maybeNumber,
  name: maybeText,
  workout_type_id: maybeNumber,
  /** Without a summary, nothing was recorded: the workout is only planned. */
  workout_summary: z.nullish(Summary),
});
type Workout = z.infer<typeof Workout>;

const Workouts = z.looseObject({
  workouts: z.array(z.unknown()),
  total: maybeNumber,
  per_page: maybeNumber,
});

const mostAPage = 100;
const utcDayOf = (workout: Workout): string => dayAt(momentOf(workout.starts), 0);

const collections = {
  user: {
    scopes: ['user_read'],
    span: 'now',
    request: () => ({ to: '/v1/user' }),
    read: (body) => ({ records: [User.parse(body)], next: null }),
  } satisfies Collection<z.infer<typeof User>>,
  workouts: {
    scopes: ['workouts_read'],
    // `starts` is in UTC, so the person's day may be the one before or after.
    span: { most: 92, pad: 1, lag: 7 },
    request: ({ cursor }) => ({
      to: '/v1/workouts',
      query: { page: cursor ?? '1', per_page: mostAPage },
    }),
    read(body, { window, cursor }) {
      const { workouts, total, per_page } = Workouts.parse(body);
      const { records, misfits } = recordsOf(Workout, workouts);
      const page = Number(cursor ?? '1');
      const isLast =
        workouts.length === 0 ||
        (total == null ? workouts.length < mostAPage : page * (per_page ?? mostAPage) >= total) ||
        records.some((workout) => utcDayOf(workout) < window.from);
      return { records, misfits, next: isLast ? null : String(page + 1) };
    },
  } satisfies Collection<Workout>,
};

/** Assumed: workouts that another application wrote to Wahoo have a higher number, and must come from that application. */
const highestOwnApp = 1000;

function workoutItems(workout: Workout, { timezone }: ItemContext): DayItem[] {
  const summary = workout.workout_summary;
  if (!summary || (summary.fitness_app_id ?? 0) > highestOwnApp) return [];
  const start = momentOf(workout.starts);
  const offset = offsetOfZone(summary.time_zone ?? null, start) ?? offsetOfZone(timezone, start);
  const seconds = numberOf(summary.duration_total_accum) ?? (workout.minutes ?? 0) * 60;
  const date = dayAt(start, offset ?? 0);
  return [
    dayItem(date, String(workout.id), offset, {
      title: workout.name ?? null,
      sport: sportOfType(workout.workout_type_id),
      time_start: timestampAt(start, offset ?? 0),
      time_end: timestampAt(start + Math.round(seconds) * 1000, offset ?? 0),
      moving_time: numberOf(summary.duration_active_accum),
      calories: numberOf(summary.calories_accum),
      distance: numberOf(summary.distance_accum),
      total_elevation_gain: numberOf(summary.ascent_accum),
      average_hr: numberOf(summary.heart_rate_avg),
      max_hr: null,
    }),
  ];
}

const genders: readonly string[] = ['male', 'female', 'other'];

const Notice = z.looseObject({
  event_type: z.string(),
  user: z.looseObject({ id: accountId }),
  workout_summary: z.nullish(
    z.looseObject({ workout: z.nullish(z.looseObject({ starts: z.nullish(timestamp) })) }),
  ),
});
const TokenOfNotice = z.looseObject({ webhook_token: z.string() });
const Refusal = z.looseObject({ error: z.string() });

/** In the order of the headers' numbers. */
const windows = [86_400, 3600, 300];

export const wahoo = defineAdapter({
  slug: 'wahoo',
  name: 'Wahoo',
  description: 'Bike computers, trainers and heart rate straps',
  maker: 'Wahoo Fitness',
  aliases: ['ELEMNT', 'KICKR', 'TICKR', 'BOLT', 'ROAM'],
  helpUrl: 'https://support.wahoofitness.com',
  colour: '#0b5cad',
  monogram: 'Wa',
  source: 'exercise_machine',
  signIn: {
    type: 'oauth',
    urls: {
      authorize: 'https://api.wahooligan.com/oauth/authorize',
      token: 'https://api.wahooligan.com/oauth/token',
      api: 'https://api.wahooligan.com',
    },
    clientAuthentication: 'body',
    pkce: false,
    scopes: { required: ['user_read', 'workouts_read'], optional: ['offline_data'] },
    scopeSeparator: ' ',
    classifyTokenError(_, body) {
      const refusal = Refusal.safeParse(body);
      // Only 10 tokens of a person may be valid for an application. They expire by themselves, and linking again would not
      // help.
      return refusal.success && /too many unrevoked/i.test(refusal.data.error) ? 'later' : undefined;
    },
    readAccount: async ({ api }) => String(Account.parse(await api.send({ to: '/v1/user' })).id),
    // The earlier pair ends at the first request with the new one, and few may be open. So a token is renewed right before
    // it is used.
    refresh: { rotates: true, aheadSeconds: 60, lifeSeconds: 7200 },
    revoke: () => ({ method: 'DELETE', to: '/v1/permissions' }),
  },
  collections,
  resources: {
    profile: {
      from: ['user'],
      scopes: { required: ['user_read'], optional: [] },
      items: ({ user }, { window }) =>
        user.map(({ birth, gender, height }) => ({
          day: window.until,
          id: 'profile',
          item: {
            height: rounded(centimetersOfMeters(numberOf(height)), 1),
            birth_date: birth ?? null,
            gender: genders[gender ?? -1] ?? null,
            time_zone: null,
          },
        })),
    },
    workouts: {
      from: ['workouts'],
      // Without `offline_data`, Wahoo sends no notices of new workouts.
      scopes: { required: ['workouts_read'], optional: ['offline_data'] },
      items: ({ workouts }, context) => workouts.flatMap((each) => workoutItems(each, context)),
    },
  },
  limits: [
    { per: 'application', requests: 200, seconds: 300 },
    { per: 'application', requests: 1000, seconds: 3600 },
    { per: 'application', requests: 5000, seconds: 86_400 },
  ],
  standing({ headers }, now) {
    // Zero until a limit is reached: until then it does not say when the windows begin again.
    const reset = numberOf(headers.get('x-ratelimit-reset')) ?? 0;
    const remaining = headers.get('x-ratelimit-remaining')?.split(',').map(Number) ?? [];
    const reached = windows.findIndex((_, at) => (remaining[at] ?? 1) <= 0);
    const seconds = windows[reached];
    if (reset <= 0 || seconds === undefined) return undefined;
    return { per: 'application', seconds, remaining: 0, resetAt: new Date(now.getTime() + reset * 1000) };
  },
  notices: {
    verify({ body }, secret) {
      if (secret === null) return 'hint';
      const sent = TokenOfNotice.safeParse(jsonOf(body));
      return sent.success && isSameSecret(sent.data.webhook_token, secret) ? 'signed' : 'forged';
    },
    read({ body }) {
      const { event_type, user, workout_summary: summary } = Notice.parse(jsonOf(body));
      if (event_type !== 'workout_summary') return [];
      const starts = summary?.workout?.starts;
      const around = starts == null ? undefined : dayAt(momentOf(starts), 0);
      return [
        {
          account: String(user.id),
          is: 'changed',
          resources: ['workouts'],
          ...(around === undefined ? {} : { from: addDays(around, -1), until: addDays(around, 1) }),
        },
      ];
    },
  },
});
