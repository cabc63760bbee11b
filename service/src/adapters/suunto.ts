// Suunto's cloud interface: nights, movement and workouts from watches. Its answers
// are known from public clients only; each partner agrees on its own terms.
import * as z from 'zod/mini';
import { addDays } from '../work/index.js';
import { defineAdapter } from './adapter.js';
import { dayItem, sampleAt } from './day-item.js';
import type { Collection, DayItem, PageContext, Resource } from './collection.js';
import { dayAt, momentOf, offsetOfTimestamp, offsetOfZone, timestampAt } from './days.js';
import { heartRateOfDay } from './heart-rates.js';
import { longestOfEachDay, timesOfNight } from './nights.js';
import {
  classify,
  type Movement,
  MovementEntry,
  type Movements,
  type Night,
  NightEntry,
  Workout,
  Workouts,
} from './suunto/answers.js';
import { notices } from './suunto/notices.js';
import { sportOfActivity } from './suunto/sports.js';
import { recordsOf } from './records.js';
import { rounded } from './units.js';

const list = z.array(z.unknown());
const mostAPage = 100;
const beginOf = (day: string): number => Date.parse(day);
const endOf = (day: string): number => Date.parse(addDays(day, 1)) - 1;
const range = ({ window }: PageContext) => ({ from: beginOf(window.from), to: endOf(window.until) });

const collections = {
  sleep: {
    scopes: [],
    span: { most: 28, pad: 1, lag: 7 },
    request: (context) => ({ to: '/247samples/sleep', query: range(context) }),
    read(body) {
      const { records, misfits } = recordsOf(NightEntry, z.parse(list, body));
      return { records: records.map(({ entryData }) => entryData), misfits, next: null };
    },
  } satisfies Collection<Night>,
  movement: {
    scopes: [],
    span: { most: 28, pad: 1, lag: 7 },
    request: (context) => ({ to: '/247samples/activity', query: range(context) }),
    read: (body) => ({ ...recordsOf(MovementEntry, z.parse(list, body)), next: null }),
  } satisfies Collection<Movements[number]>,
  workouts: {
    scopes: [],
    span: { most: 92, pad: 1, lag: 7 },
    request: ({ window, cursor }) => ({
      to: '/v3/workouts',
      query: {
        since: beginOf(window.from),
        until: endOf(window.until),
        limit: mostAPage,
        offset: cursor ?? '0',
        'filter-by-modification-time': 'false',
      },
    }),
    read(body, { cursor }) {
      const { payload } = z.parse(Workouts, body);
      const next = payload.length < mostAPage ? null : String(Number(cursor ?? '0') + payload.length);
      return { ...recordsOf(Workout, payload), next };
    },
  } satisfies Collection<Workout>,
} as const;

const noScopes = { required: [], optional: [] } as const;

/**
 * Suunto sends a sleep before it is over and again after it, both with the same id, so the longest
 * record is the final one. Some clients say that all naps have the id 0. That counts as no id.
 */
function finalOf(nights: readonly Night[]): Night[] {
  const longest = new Map<unknown, Night>();
  for (const night of nights) {
    const key = night.SleepId || night;
    if ((night.Duration ?? 0) >= (longest.get(key)?.Duration ?? 0)) longest.set(key, night);
  }
  return [...longest.values()];
}

function nightOf(night: Night) {
  const { BedtimeStart: start, BedtimeEnd: stop } = night;
  // Naps are marked. A record without times is no night.
  if (night.IsNap === true || start == null || stop == null) return [];
  const stages = {
    light: night.LightSleepDuration ?? null,
    rem: night.REMSleepDuration ?? null,
    deep: night.DeepSleepDuration ?? null,
  };
  const staged = (stages.light ?? 0) + (stages.rem ?? 0) + (stages.deep ?? 0);
  const inBed = night.Duration ?? null;
  const awake = staged > 0 && inBed !== null && inBed >= staged ? inBed - staged : null;
  const times = timesOfNight({ ...stages, awake, asleep: inBed });
  if (!times || times.total === 0) return [];
  const offset = offsetOfTimestamp(stop);
  const day = dayAt(momentOf(stop), offset ?? 0);
  return [
    dayItem(day, String(night.SleepId ?? start), offset, {
      bedtime_start: timestampAt(momentOf(start), offsetOfTimestamp(start) ?? 0),
      bedtime_stop: timestampAt(momentOf(stop), offset ?? 0),
      ...times,
      latency: night.SleepOnsetLatencyDuration ?? null,
      score: night.SleepQualityScore ?? null,
      hr_lowest: night.HRMin ?? null,
      hr_average: night.HRAvg ?? null,
      average_hrv: night.AvgHRV ?? null,
      respiratory_rate: null,
    }),
  ];
}

const clockOf = ({ timestamp: text }: Movements[number]) => {
  const [at, offset] = [momentOf(text), offsetOfTimestamp(text)];
  return { at, offset, day: dayAt(at, offset ?? 0), timestamp: timestampAt(at, offset ?? 0) };
};

/** Entries may come twice. For each moment and each value, the last entry that has the value counts. */
function once(movement: Movements): Movements {
  const known = new Map<number, Movements[number]>();
  for (const entry of movement) {
    const at = momentOf(entry.timestamp);
    const { HR, StepCount } = known.get(at)?.entryData ?? {};
    const entryData = { HR: entry.entryData.HR ?? HR, StepCount: entry.entryData.StepCount ?? StepCount };
    known.set(at, { ...entry, entryData });
  }
  return [...known.values()];
}

/** One of the values of each entry, about every ten minutes, as samples. */
const samples = (
  name: string,
  unit: string,
  valueOf: (entry: Movement) => number | null | undefined,
): Resource<typeof collections> => ({
  from: ['movement'],
  scopes: noScopes,
  items: ({ movement }) =>
    once(movement).flatMap((entry) => {
      const value = valueOf(entry.entryData);
      const { at, offset } = clockOf(entry);
      return value == null ? [] : [sampleAt(`${name}-${at}`, at, offset, value, unit)];
    }),
});

function activityOf(movement: Movements): DayItem[] {
  const days = new Map<string, Movements>();
  for (const entry of movement) {
    const { day } = clockOf(entry);
    days.set(day, [...(days.get(day) ?? []), entry]);
  }
  return [...days].map(([day, entriesOfDay]) => {
    const steps = entriesOfDay.flatMap(({ entryData }) => entryData.StepCount ?? []);
    const rates = entriesOfDay.flatMap(({ entryData }) => entryData.HR ?? []);
    return dayItem(day, day, entriesOfDay.map((entry) => clockOf(entry).offset).at(-1) ?? null, {
      // There is a value for energy, but not whether it includes the energy at rest.
      calories_total: null,
      calories_active: null,
      steps: steps.length === 0 ? null : steps.reduce((sum, each) => sum + each, 0),
      distance: null,
      floors_climbed: null,
      low: null,
      medium: null,
      high: null,
      heart_rate: heartRateOfDay(rates, null),
    });
  });
}

function workoutOf(workout: Workout, timezone: string | null): DayItem {
  const { startTime: start, totalTime, timeOffsetInMinutes: minutes, hrdata } = workout;
  const offset = minutes == null ? offsetOfZone(timezone, start) : minutes * 60;
  const day = dayAt(start, offset ?? 0);
  return dayItem(day, workout.workoutKey, offset, {
    title: null,
    sport: sportOfActivity(workout.activityId),
    time_start: timestampAt(start, offset ?? 0),
    time_end: timestampAt(workout.stopTime ?? start + Math.round((totalTime ?? 0) * 1000), offset ?? 0),
    moving_time: rounded(totalTime),
    calories: workout.energyConsumption ?? null,
    distance: workout.totalDistance ?? null,
    total_elevation_gain: workout.totalAscent ?? null,
    average_hr: hrdata?.avg ?? hrdata?.workoutAvgHR ?? null,
    max_hr: hrdata?.hrmax ?? hrdata?.workoutMaxHR ?? null,
  });
}

const TokenOfUser = z.looseObject({ user: z.string().check(z.minLength(1)) });

export const suunto = defineAdapter({
  slug: 'suunto',
  name: 'Suunto',
  description: 'Watches for sports',
  aliases: ['Suunto app', 'Suunto Race', 'Suunto Vertical'],
  helpUrl: 'https://www.suunto.com/support',
  colour: '#8a1f11',
  monogram: 'Su',
  source: 'watch',
  apiKeyHeader: 'ocp-apim-subscription-key',
  signIn: {
    type: 'oauth',
    urls: {
      authorize: 'https://cloudapi-oauth.suunto.com/oauth/authorize',
      token: 'https://cloudapi-oauth.suunto.com/oauth/token',
      revoke: 'https://cloudapi-oauth.suunto.com/oauth/deauthorize',
      api: 'https://cloudapi.suunto.com',
    },
    clientAuthentication: 'basic',
    pkce: false,
    scopes: noScopes,
    scopeSeparator: ' ',
    // Whatever Suunto grants, no scope of ours depends on it.
    grantedScopes: () => null,
    // Notices also identify the person by this name.
    readAccount: async ({ token }) => z.parse(TokenOfUser, token).user,
    // Public clients say that access lasts a day, and a refresh token 180 days.
    // Assumed: a refresh token can be used once, because each answer has a new one.
    refresh: { rotates: true, aheadSeconds: 300, lifeSeconds: 86_400 },
    revoke: () => ({ to: { address: 'revoke' }, as: 'person-with-client-id' }),
  },
  collections,
  resources: {
    sleep: {
      from: ['sleep'],
      scopes: noScopes,
      items: ({ sleep }) => longestOfEachDay(finalOf(sleep).flatMap(nightOf)),
    },
    activity: { from: ['movement'], scopes: noScopes, items: ({ movement }) => activityOf(once(movement)) },
    heartrate: samples('heartrate', 'bpm', ({ HR }) => HR),
    steps: samples('steps', 'count', ({ StepCount }) => StepCount),
    workouts: {
      from: ['workouts'],
      scopes: noScopes,
      items: ({ workouts }, { timezone }) => workouts.map((each) => workoutOf(each, timezone)),
    },
  },
  // Not published.
  limits: [],
  classify,
  notices,
});
