// The Google Health API v4, as its discovery document of October 2026 describes it: sums
// of civil days, and records of all sources, filtered by civil time and returned in pages.
import type { Context } from 'hono';
import { addDays } from '../../../src/work/index.js';
import { type Life, lifeOf, type LivedDay, type Moment, type Sleep } from './life.js';
import { createSimulator, type Simulator, type SimulatorEnv, type SimulatorOptions } from './simulator.js';

type Json = Record<string, unknown>;
/** A record of a kind of data: the time by which it is filtered, and its content. */
export interface GooglePoint {
  /** Civil time, as YYYY-MM-DD or with a time after it. */
  civil: string;
  point: Json;
}

export interface GoogleRecords {
  life: Life;
  settings: Json;
  /** By kind of data, such as `sleep`. */
  points: Record<string, GooglePoint[]>;
  /** Values of civil days by kind of data, then by day. A day without values is missing. */
  sums: Record<string, Record<string, Json>>;
  /** Scopes that the person did not grant, by their part after `googlehealth.`. */
  denied: Set<string>;
  /** Set if the API is not enabled for the application's project. */
  closed: boolean;
  /** Set if the account has no profile of Google Health: it never set one up, or has not moved there from Fitbit. */
  unlinked?: true;
}

interface Kind {
  readonly scope: 'sleep' | 'activity_and_fitness' | 'health_metrics_and_measurements';
  /** The field by which its records can be filtered; absent if it has only sums. */
  readonly filter?: string;
  readonly field: string;
  /** The most days that one request may sum up; absent if it has no sums. */
  readonly most?: number;
  readonly pageSize?: number;
}
const [move, body] = ['activity_and_fitness', 'health_metrics_and_measurements'] as const;
const kinds: Readonly<Record<string, Kind>> = {
  sleep: { scope: 'sleep', filter: 'sleep.interval.civil_end_time', field: 'sleep', pageSize: 25 },
  exercise: { scope: move, filter: 'exercise.interval.civil_start_time', field: 'exercise', pageSize: 25 },
  weight: { scope: body, filter: 'weight.sample_time.civil_time', field: 'weight' },
  'body-fat': { scope: body, filter: 'body_fat.sample_time.civil_time', field: 'bodyFat' },
  height: { scope: body, filter: 'height.sample_time.civil_time', field: 'height' },
  'daily-heart-rate-variability': {
    scope: body,
    filter: 'daily_heart_rate_variability.date',
    field: 'dailyHeartRateVariability',
  },
  'daily-respiratory-rate': {
    scope: body,
    filter: 'daily_respiratory_rate.date',
    field: 'dailyRespiratoryRate',
  },
  'daily-resting-heart-rate': {
    scope: body,
    filter: 'daily_resting_heart_rate.date',
    field: 'dailyRestingHeartRate',
  },
  steps: { scope: move, field: 'steps', most: 90 },
  distance: { scope: move, field: 'distance', most: 90 },
  floors: { scope: move, field: 'floors', most: 90 },
  'active-energy-burned': { scope: move, field: 'activeEnergyBurned', most: 90 },
  'total-calories': { scope: move, field: 'totalCalories', most: 14 },
  'active-minutes': { scope: move, field: 'activeMinutes', most: 14 },
  'heart-rate': { scope: body, field: 'heartRate', most: 14 },
};

const local = ({ at, offset }: Moment): string => new Date(at + offset * 1000).toISOString().slice(0, 19);
const civilDate = (date: string) => {
  const [year, month, day] = date.split('-').map(Number);
  return { year, month, day };
};
const civilTime = (moment: Moment) => {
  const [date = '', time = ''] = local(moment).split('T');
  const [hours, minutes, seconds] = time.split(':').map(Number);
  // As in protocol buffers, a zero is left out.
  return {
    date: civilDate(date),
    time: { ...(hours ? { hours } : {}), ...(minutes ? { minutes } : {}), ...(seconds ? { seconds } : {}) },
  };
};
const physical = ({ at }: Moment): string => new Date(at).toISOString().replace('.000Z', 'Z');
const later = ({ at, offset }: Moment, seconds: number): Moment => ({ at: at + seconds * 1000, offset });
const span = (start: Moment, stop: Moment) => ({
  startTime: physical(start),
  startUtcOffset: `${start.offset}s`,
  endTime: physical(stop),
  endUtcOffset: `${stop.offset}s`,
});
const intervalOf = (start: Moment, stop: Moment) => ({
  ...span(start, stop),
  civilStartTime: civilTime(start),
  civilEndTime: civilTime(stop),
});
const sampleTime = (moment: Moment) => ({
  physicalTime: physical(moment),
  utcOffset: `${moment.offset}s`,
  civilTime: civilTime(moment),
});
const dateOfDay = (date: string, field: string, value: Json): GooglePoint => ({
  civil: date,
  point: { [field]: { date: civilDate(date), ...value } },
});
const minutes = (seconds: number): string => String(Math.round(seconds / 60));

/** A session. A session without stages is an old or a short one. */
function sleepPoint(id: string, sleep: Sleep, metadata: Json, staged: boolean): GooglePoint {
  const { awake, light, deep, rem } = sleep.stages;
  const asleep = light + deep + rem;
  const stages = staged
    ? [
        { type: 'AWAKE', minutes: minutes(awake), count: '3' },
        { type: 'LIGHT', minutes: minutes(light), count: '5' },
        { type: 'DEEP', minutes: minutes(deep), count: '4' },
        { type: 'REM', minutes: minutes(rem), count: '4' },
      ]
    : [
        { type: 'ASLEEP', minutes: minutes(asleep), count: '2' },
        { type: 'AWAKE', minutes: minutes(awake), count: '1' },
      ];
  return {
    civil: local(sleep.stop),
    point: {
      dataPointName: `users/abcd1234/dataTypes/sleep/dataPoints/${id}`,
      sleep: {
        interval: intervalOf(sleep.start, sleep.stop),
        type: staged ? 'STAGES' : 'CLASSIC',
        stages: sleep.course.map(({ stage, from, until }) => ({
          ...span(later(sleep.start, from), later(sleep.start, until)),
          type: staged || stage === 'awake' ? stage.toUpperCase() : 'ASLEEP',
        })),
        metadata: { processed: true, stagesStatus: staged ? 'SUCCEEDED' : 'REJECTED_COVERAGE', ...metadata },
        summary: {
          minutesInSleepPeriod: minutes(asleep + awake),
          minutesAsleep: minutes(asleep),
          minutesAwake: minutes(awake),
          minutesToFallAsleep: minutes(sleep.latency),
          minutesAfterWakeUp: '0',
          stagesSummary: stages,
        },
        createTime: physical(sleep.stop),
        updateTime: physical(sleep.stop),
      },
    },
  };
}

const exerciseTypes = {
  running: 'RUNNING',
  cycling: 'BIKING',
  walking: 'WALKING',
  rowing: 'ROWING_MACHINE',
  strength_training: 'STRENGTH_TRAINING',
};

function pointsOf(days: readonly LivedDay[], height: number, until: string): GoogleRecords['points'] {
  const slept = days.flatMap((day) => (day.night ? [{ ...day, night: day.night }] : []));
  return {
    sleep: [
      ...slept.map(({ date, night }, at) =>
        sleepPoint(`night-${date}`, night, { mainSleep: true }, at % 10 !== 7),
      ),
      ...days.flatMap(({ date, nap }) => (nap ? [sleepPoint(`nap-${date}`, nap, { nap: true }, false)] : [])),
    ],
    'daily-heart-rate-variability': slept.map(({ date, night }) =>
      dateOfDay(date, 'dailyHeartRateVariability', {
        averageHeartRateVariabilityMilliseconds: night.variability,
      }),
    ),
    'daily-respiratory-rate': slept.map(({ date, night }) =>
      dateOfDay(date, 'dailyRespiratoryRate', { breathsPerMinute: night.breaths }),
    ),
    'daily-resting-heart-rate': slept.map(({ date, heartRate }) =>
      dateOfDay(date, 'dailyRestingHeartRate', { beatsPerMinute: String(heartRate.resting) }),
    ),
    exercise: days.flatMap(({ date, workout }) =>
      workout === undefined
        ? []
        : [
            {
              civil: local(workout.start),
              point: {
                dataPointName: `users/abcd1234/dataTypes/exercise/dataPoints/20264${date.replaceAll('-', '')}`,
                exercise: {
                  interval: intervalOf(workout.start, workout.stop),
                  exerciseType: exerciseTypes[workout.sport],
                  displayName: workout.sport,
                  activeDuration: `${workout.moving}s`,
                  metricsSummary: {
                    caloriesKcal: workout.kilocalories,
                    averageHeartRateBeatsPerMinute: String(workout.averageHeartRate),
                    ...(workout.meters === null ? {} : { distanceMillimeters: workout.meters * 1000 }),
                    ...(workout.climb === null ? {} : { elevationGainMillimeters: workout.climb * 1000 }),
                  },
                },
              },
            },
          ],
    ),
    weight: days.flatMap(({ body: measured }) =>
      measured === undefined
        ? []
        : [
            {
              civil: local(measured.measured),
              point: {
                weight: { sampleTime: sampleTime(measured.measured), weightGrams: measured.kilograms * 1000 },
              },
            },
          ],
    ),
    'body-fat': days.flatMap(({ body: measured }) =>
      measured === undefined
        ? []
        : [
            {
              civil: local(measured.measured),
              point: { bodyFat: { sampleTime: sampleTime(measured.measured), percentage: measured.fat } },
            },
          ],
    ),
    height: [
      {
        civil: until,
        point: {
          height: {
            sampleTime: sampleTime({ at: Date.parse(until), offset: 0 }),
            heightMillimeters: String(height * 10),
          },
        },
      },
    ],
  };
}

function sumsOf(days: readonly LivedDay[]): GoogleRecords['sums'] {
  const of = (value: (day: LivedDay) => Json, which = (day: LivedDay) => day.steps > 0) =>
    Object.fromEntries(days.filter(which).map((day) => [day.date, value(day)]));
  return {
    steps: of(({ steps }) => ({ countSum: String(steps) })),
    distance: of(({ meters }) => ({ millimetersSum: String(Math.round(meters * 1000)) })),
    floors: of(({ floors }) => ({ countSum: String(floors) })),
    'active-energy-burned': of(({ activeKilocalories }) => ({ kcalSum: activeKilocalories })),
    // The energy of a body at rest is estimated for every day.
    'total-calories': of(
      ({ kilocalories }) => ({ kcalSum: kilocalories }),
      () => true,
    ),
    'active-minutes': of(({ low, medium, high }) => ({
      activeMinutesRollupByActivityLevel: [
        { activityLevel: 'LIGHT', activeMinutesSum: String(low) },
        { activityLevel: 'MODERATE', activeMinutesSum: String(medium) },
        { activityLevel: 'VIGOROUS', activeMinutesSum: String(high) },
      ],
    })),
    'heart-rate': of(({ heartRate }) => ({
      beatsPerMinuteMin: heartRate.min,
      beatsPerMinuteAvg: heartRate.average,
      beatsPerMinuteMax: heartRate.max,
    })),
  };
}

type GoogleContext = Context<SimulatorEnv<GoogleRecords>>;

const refused = (c: GoogleContext, code: 400 | 401 | 403 | 429, status: string, reason: string): Response =>
  c.json(
    {
      error: {
        code,
        status,
        message: reason,
        details: [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason, domain: 'googleapis.com' }],
      },
    },
    code,
  );

const filterForm = /^([a-z_.]+) >= "(\d{4}-\d\d-\d\d)" AND ([a-z_.]+) < "(\d{4}-\d\d-\d\d)"$/;

export function createGoogleHealthSimulator(options: SimulatorOptions): Simulator<GoogleRecords> {
  const { until } = options;

  /** A page, and the token of the next page, which is valid only for the same request. */
  function page<T>(
    c: GoogleContext,
    all: readonly T[],
    asked: string,
    size: number,
    token: string | undefined,
  ) {
    const [of, start = '0'] = token?.split('#') ?? [asked, '0'];
    if (of !== asked) return refused(c, 400, 'INVALID_ARGUMENT', 'INVALID_PAGE_TOKEN');
    const end = Number(start) + Math.min(size, options.mostPerPage ?? size);
    return { records: all.slice(Number(start), end), next: end < all.length ? `${asked}#${end}` : undefined };
  }

  function answerPoints(c: GoogleContext, type: string, filter: string | undefined, size: number): Response {
    const kind = kinds[type];
    if (kind?.filter === undefined)
      return refused(c, 400, 'INVALID_ARGUMENT', 'INVALID_DATA_POINT_DATA_TYPE');
    if (c.var.records.denied.has(kind.scope))
      return refused(c, 403, 'PERMISSION_DENIED', 'ACCESS_TOKEN_SCOPE_INSUFFICIENT');
    const [, one, from = '', other, before = '9'] = filterForm.exec(filter ?? '') ?? [];
    if (filter !== undefined && (one !== kind.filter || other !== kind.filter))
      return refused(c, 400, 'INVALID_ARGUMENT', 'INVALID_DATA_POINT_FILTER');
    const all = (c.var.records.points[type] ?? [])
      .filter(({ civil }) => civil >= from && civil < before)
      .toSorted((a, b) => b.civil.localeCompare(a.civil));
    const most = Math.min(size, kind.pageSize ?? 1440);
    const found = page(c, all, `${type} ${filter}`, most, c.req.query('pageToken'));
    if (found instanceof Response) return found;
    return c.json({
      ...(found.records.length === 0 ? {} : { dataPoints: found.records.map(({ point }) => point) }),
      ...(found.next === undefined ? {} : { nextPageToken: found.next }),
    });
  }

  async function answerSums(c: GoogleContext, type: string): Promise<Response> {
    const kind = kinds[type];
    if (kind?.most === undefined) return refused(c, 400, 'INVALID_ARGUMENT', 'INVALID_ROLLUP_DATA_TYPE');
    if (c.var.records.denied.has(kind.scope))
      return refused(c, 403, 'PERMISSION_DENIED', 'ACCESS_TOKEN_SCOPE_INSUFFICIENT');
    const asked = await c.req.json<{
      range: Record<'start' | 'end', { date: { year: number; month: number; day: number } }>;
      windowSizeDays: number;
      pageSize?: number;
      pageToken?: string;
    }>();
    const { range, windowSizeDays, pageSize = 1440, pageToken, ...more } = asked;
    const day = ({ date }: { date: { year: number; month: number; day: number } }): string =>
      new Date(Date.UTC(date.year, date.month - 1, date.day)).toISOString().slice(0, 10);
    const [from, end] = [day(range.start), day(range.end)];
    // The document calls the window size optional, but the service requires it. The
    // limit counts all days that fit on a page, even if they are not requested.
    if (windowSizeDays * pageSize > kind.most)
      return refused(c, 400, 'INVALID_ARGUMENT', 'INVALID_ROLLUP_QUERY_DURATION');
    if (windowSizeDays !== 1 || Object.keys(more).length > 0 || end <= from || end > addDays(from, kind.most))
      return refused(c, 400, 'INVALID_ARGUMENT', 'INVALID_ROLLUP_RANGE');
    const all = Object.entries(c.var.records.sums[type] ?? {}).filter(([date]) => date >= from && date < end);
    const found = page(c, all, `${type} ${from} ${end} ${pageSize}`, Math.min(10, pageSize), pageToken);
    if (found instanceof Response) return found;
    return c.json({
      rollupDataPoints: found.records.map(([date, value]) => ({
        civilStartTime: { date: civilDate(date), time: {} },
        civilEndTime: { date: civilDate(addDays(date, 1)), time: {} },
        [kind.field]: value,
      })),
      ...(found.next === undefined ? {} : { nextPageToken: found.next }),
    });
  }

  return createSimulator<GoogleRecords>(options, {
    recordsOf(account) {
      const life = lifeOf(account, until, options.days, options.lived);
      return {
        life,
        settings: {
          name: 'users/me/settings',
          timeZone: options.lived?.zoneOn?.(until) ?? 'Europe/Berlin',
          utcOffset: '7200s',
          languageLocale: 'de_DE',
        },
        points: pointsOf(life.days, life.height, until),
        sums: sumsOf(life.days),
        denied: new Set(),
        closed: false,
      };
    },
    unauthorized: (c) => refused(c, 401, 'UNAUTHENTICATED', 'ACCESS_TOKEN_INVALID'),
    tooMany: (c) => refused(c, 429, 'RESOURCE_EXHAUSTED', 'RATE_LIMIT_EXCEEDED'),
    routes(app) {
      app.use(async (c, next) => {
        if (c.var.records.unlinked) return refused(c, 400, 'FAILED_PRECONDITION', 'ACCOUNT_NOT_LINKED');
        return c.var.records.closed ? refused(c, 403, 'PERMISSION_DENIED', 'SERVICE_DISABLED') : next();
      });
      app.get('/users/me/identity', (c) =>
        c.json({ name: 'users/me/identity', healthUserId: c.var.account, legacyUserId: 'ABC123' }),
      );
      app.get('/users/me/settings', (c) =>
        c.var.records.denied.has('settings')
          ? refused(c, 403, 'PERMISSION_DENIED', 'ACCESS_TOKEN_SCOPE_INSUFFICIENT')
          : c.json(c.var.records.settings),
      );
      app.get('/users/me/dataTypes/:type/:points', (c) => {
        const { type, points } = c.req.param();
        if (points !== 'dataPoints' && points !== 'dataPoints:reconcile') return c.notFound();
        return answerPoints(c, type, c.req.query('filter'), Number(c.req.query('pageSize') ?? '1440'));
      });
      app.post('/users/me/dataTypes/:type/:points', (c) =>
        c.req.param('points') === 'dataPoints:dailyRollUp'
          ? answerSums(c, c.req.param('type'))
          : c.notFound(),
      );
    },
  });
}
