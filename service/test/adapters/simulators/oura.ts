// Oura's interface: it compares ranges with moments, pages by token, and has rate limit headers only on 429.
import type { Context } from 'hono';
import { momentOf, timestampAt } from '../../../src/adapters/days.js';
import { type Life, lifeOf, type LivedDay, type Moment, onClocks, type Sleep } from './life.js';
import { createSimulator, type Simulator, type SimulatorOptions } from './simulator.js';

type Dated = Record<string, unknown> & { id: string; day: string };

export interface OuraRecords {
  sleep: (Dated & { type: string; bedtime_start: string; bedtime_end: string })[];
  daily_sleep: (Dated & { score: number | null; timestamp: string })[];
  daily_activity: (Dated & { timestamp: string })[];
  workout: (Dated & { start_datetime: string })[];
  heartrate: { timestamp: string; timestamp_unix: number; bpm: number; source: string }[];
  person: Record<string, unknown>;
  /** Set if the person has not granted `personal`. */
  withoutPersonal: boolean;
}

const written = ({ at, offset }: Moment): string => timestampAt(at, offset);
/** Oura's days begin at four in the morning. */
const fourOClock = ({ date, zone }: LivedDay): string => {
  const { offset } = onClocks(zone, Date.parse(`${date}T04:00:00Z`));
  return `${date}T04:00:00.000${timestampAt(0, offset).slice(19)}`;
};
const digits = { deep: '1', light: '2', rem: '3', awake: '4' };

const sleepOf = (id: string, day: LivedDay, type: string, sleep: Sleep) => ({
  id,
  average_breath: sleep.breaths,
  average_heart_rate: sleep.averageHeartRate,
  average_hrv: sleep.variability,
  awake_time: sleep.stages.awake,
  bedtime_end: written(sleep.stop),
  bedtime_start: written(sleep.start),
  day: day.date,
  deep_sleep_duration: sleep.stages.deep,
  efficiency: Math.round((1 - sleep.stages.awake / seconds(sleep)) * 100),
  latency: sleep.latency,
  light_sleep_duration: sleep.stages.light,
  low_battery_alert: false,
  lowest_heart_rate: sleep.lowestHeartRate,
  period: type === 'long_sleep' ? 0 : 1,
  rem_sleep_duration: sleep.stages.rem,
  sleep_phase_30_sec: sleep.course
    .map((each) => digits[each.stage].repeat((each.until - each.from) / 30))
    .join(''),
  time_in_bed: seconds(sleep),
  total_sleep_duration: seconds(sleep) - sleep.stages.awake,
  type,
});
const seconds = ({ start, stop }: Sleep): number => (stop.at - start.at) / 1000;

function recordsOf(account: string, life: Life): OuraRecords {
  const minutes = (each: number) => Math.round(each * 60);
  return {
    sleep: life.days.flatMap((day) => [
      ...(day.night ? [sleepOf(`s-${day.date}`, day, 'long_sleep', day.night)] : []),
      ...(day.nap ? [sleepOf(`n-${day.date}`, day, 'sleep', day.nap)] : []),
    ]),
    daily_sleep: life.days.flatMap((day) =>
      day.night
        ? [
            {
              id: `d-${day.date}`,
              contributors: {},
              day: day.date,
              score: day.night.score,
              timestamp: fourOClock(day),
            },
          ]
        : [],
    ),
    daily_activity: life.days.map((day) => ({
      id: `a-${day.date}`,
      active_calories: day.activeKilocalories,
      average_met_minutes: 1.4,
      contributors: {},
      day: day.date,
      equivalent_walking_distance: Math.round(day.meters * 1.3),
      high_activity_met_minutes: day.high * 7,
      high_activity_time: minutes(day.high),
      inactivity_alerts: 0,
      low_activity_met_minutes: day.low * 2,
      low_activity_time: minutes(day.low),
      medium_activity_met_minutes: day.medium * 4,
      medium_activity_time: minutes(day.medium),
      met: { interval: 60, items: [1.1, 0.9, null], timestamp: fourOClock(day) },
      meters_to_target: 0,
      non_wear_time: day.night ? 0 : 86_400,
      resting_time: 0,
      sedentary_met_minutes: 0,
      sedentary_time: 0,
      steps: day.steps,
      target_calories: 400,
      target_meters: 8000,
      timestamp: fourOClock(day),
      total_calories: day.kilocalories,
    })),
    workout: life.days.flatMap(({ date, workout }) =>
      workout
        ? [
            {
              id: `w-${date}`,
              activity: workout.sport,
              calories: workout.kilocalories,
              day: date,
              distance: workout.meters,
              end_datetime: written(workout.stop),
              intensity: 'moderate',
              label: null,
              source: 'confirmed',
              start_datetime: written(workout.start),
            },
          ]
        : [],
    ),
    heartrate: life.days.flatMap((day) =>
      day.measured('heartrate').map(({ at, value }) => ({
        timestamp: new Date(at).toISOString(),
        timestamp_unix: at,
        bpm: value,
        source: 'awake',
      })),
    ),
    person: { id: account, age: 41, weight: 70.5, height: life.height / 100, biological_sex: life.gender },
    withoutPersonal: false,
  };
}

const aMonth = 31 * 86_400_000;

export function createOuraSimulator(options: SimulatorOptions): Simulator<OuraRecords> {
  const { mostPerPage: pageSize = 40 } = options;
  const problem = (c: Context, status: 400 | 401 | 403, title: string) =>
    c.json({ status, title, detail: title }, status);
  return createSimulator<OuraRecords>(options, {
    recordsOf: (account) => recordsOf(account, lifeOf(account, options.until, options.days, options.lived)),
    unauthorized: (c) => problem(c, 401, 'Unauthorized'),
    lapsed: (c) => problem(c, 403, 'Subscription expired'),
    tooMany: (c) => {
      c.header('retry-after', '30');
      c.header('x-ratelimit-limit', '5000');
      c.header('x-ratelimit-window', '300');
      c.header('x-ratelimit-reset', String(Math.floor(Date.now() / 1000) + 30));
      c.header('x-ratelimit-tier', 'application');
      return c.json({ detail: 'Request Rate Limit Exceeded.' }, 429);
    },
    routes: (app) => {
      const paged = (c: Context, found: object[]) => {
        const from = Number(c.req.query('next_token') ?? 0);
        const next = from + pageSize < found.length ? String(from + pageSize) : null;
        return c.json({ data: found.slice(from, from + pageSize), next_token: next });
      };
      /** A date means midnight in UTC. */
      const bound = (text: string | undefined, otherwise: number): number =>
        text === undefined ? otherwise : Date.parse(text.length === 10 ? `${text}T00:00:00Z` : text);
      const between = <T>(c: Context, records: T[], at: (record: T) => string, names: [string, string]) => {
        const [from, until] = [
          bound(c.req.query(names[0]), -Infinity),
          bound(c.req.query(names[1]), Infinity),
        ];
        return records.filter((each) => momentOf(at(each)) >= from && momentOf(at(each)) <= until);
      };
      const days: [string, string] = ['start_date', 'end_date'];
      app.get('/v2/usercollection/personal_info', (c) => {
        const { person, withoutPersonal } = c.get('records');
        // The id needs no scope.
        return c.json(withoutPersonal ? { id: person['id'] } : person);
      });
      app.get('/v2/usercollection/sleep', (c) =>
        // Oura leaves out the first day of the range.
        paged(
          c,
          between(c, c.get('records').sleep, ({ bedtime_start }) => bedtime_start, days).filter(
            ({ day }) => day !== c.req.query('start_date'),
          ),
        ),
      );
      app.get('/v2/usercollection/daily_sleep', (c) =>
        paged(
          c,
          between(c, c.get('records').daily_sleep, ({ timestamp }) => timestamp, days),
        ),
      );
      app.get('/v2/usercollection/daily_activity', (c) =>
        paged(
          c,
          between(c, c.get('records').daily_activity, ({ timestamp }) => timestamp, days),
        ),
      );
      app.get('/v2/usercollection/workout', (c) =>
        paged(
          c,
          between(c, c.get('records').workout, ({ start_datetime }) => start_datetime, days),
        ),
      );
      app.get('/v2/usercollection/heartrate', (c) => {
        const names: [string, string] = ['start_datetime', 'end_datetime'];
        const span = bound(c.req.query('end_datetime'), Infinity) - bound(c.req.query('start_datetime'), 0);
        if (span > aMonth) return problem(c, 400, 'Range too long');
        return paged(
          c,
          between(c, c.get('records').heartrate, ({ timestamp }) => timestamp, names),
        );
      });
    },
  });
}
