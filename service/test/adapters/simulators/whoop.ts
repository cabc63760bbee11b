// WHOOP's interface: pages of at most 25, the newest first, scores that come later, and rate limits on every answer.
import type { Context } from 'hono';
import { dayNumber } from 'svc-link/contract';
import { timestampAt } from '../../../src/adapters/days.js';
import { type Life, lifeOf, type LivedDay, type Moment, type Sleep } from './life.js';
import { createSimulator, type Simulator, type SimulatorOptions } from './simulator.js';

interface Timed {
  start: string;
  end?: string;
  timezone_offset: string;
  score_state: 'SCORED' | 'PENDING_SCORE' | 'UNSCORABLE';
  score?: object;
}
interface Recovery extends Omit<Timed, 'start' | 'end' | 'timezone_offset'> {
  sleep_id: string;
}

export interface WhoopRecords {
  sleeps: (Timed & { id: string; end: string; nap: boolean })[];
  recoveries: Recovery[];
  cycles: (Timed & { id: number })[];
  workouts: (Timed & { id: string; end: string })[];
  /** Undefined if the person has not entered it. */
  body: object | undefined;
  userId: number;
}

const written = (at: number): string => new Date(at).toISOString();
const offsetOf = ({ offset }: Moment): string => timestampAt(0, offset).slice(19);
const uuid = (kind: number, { date }: LivedDay): string =>
  `00000000-0000-4000-800${kind}-${String(dayNumber(date)).padStart(12, '0')}`;
const kept = (user_id: number, at: number) => ({ user_id, created_at: written(at), updated_at: written(at) });

const sleepOf = (user: number, day: LivedDay, nap: boolean, { start, stop, stages, ...sleep }: Sleep) => ({
  id: uuid(nap ? 1 : 0, day),
  cycle_id: dayNumber(day.date),
  ...kept(user, stop.at),
  start: written(start.at),
  end: written(stop.at),
  timezone_offset: offsetOf(stop),
  nap,
  score_state: 'SCORED' as const,
  score: {
    stage_summary: {
      total_in_bed_time_milli: stop.at - start.at,
      total_awake_time_milli: stages.awake * 1000,
      total_no_data_time_milli: 0,
      total_light_sleep_time_milli: stages.light * 1000,
      total_slow_wave_sleep_time_milli: stages.deep * 1000,
      total_rem_sleep_time_milli: stages.rem * 1000,
      sleep_cycle_count: 4,
      disturbance_count: 3,
    },
    sleep_needed: {
      baseline_milli: 27_395_716,
      need_from_sleep_debt_milli: 0,
      need_from_recent_strain_milli: 0,
      need_from_recent_nap_milli: 0,
    },
    respiratory_rate: sleep.breaths,
    sleep_performance_percentage: sleep.score,
    sleep_efficiency_percentage: 91.7,
  },
});

function recordsOf(life: Life, userId: number): WhoopRecords {
  const worn = life.days.flatMap((day, at) => {
    const { night } = day;
    return night ? [{ day, night, next: life.days[at + 1] }] : [];
  });
  return {
    sleeps: worn.flatMap(({ day, night }) => [
      sleepOf(userId, day, false, night),
      ...(day.nap ? [sleepOf(userId, day, true, day.nap)] : []),
    ]),
    recoveries: worn.map(({ day, night }) => ({
      cycle_id: dayNumber(day.date),
      sleep_id: uuid(0, day),
      ...kept(userId, night.stop.at),
      score_state: 'SCORED',
      score: {
        user_calibrating: false,
        recovery_score: 60,
        resting_heart_rate: day.heartRate.resting,
        hrv_rmssd_milli: night.variability + 0.013562,
      },
    })),
    cycles: worn.map(({ day, night, next }) => ({
      id: dayNumber(day.date),
      ...kept(userId, night.stop.at),
      start: written(night.start.at),
      // A cycle lasts until the next night. If the device was not worn on the next night, it lasts a day.
      ...(next && { end: written(next.night?.start.at ?? night.start.at + 86_400_000) }),
      timezone_offset: offsetOf(night.stop),
      score_state: 'SCORED',
      score: {
        strain: 5.2,
        kilojoule: day.kilocalories * 4.184,
        average_heart_rate: day.heartRate.average,
        max_heart_rate: day.heartRate.max,
      },
    })),
    workouts: worn.flatMap(({ day }) =>
      day.workout
        ? [
            {
              id: uuid(2, day),
              ...kept(userId, day.workout.stop.at),
              start: written(day.workout.start.at),
              end: written(day.workout.stop.at),
              timezone_offset: offsetOf(day.workout.start),
              sport_name: day.workout.sport,
              score_state: 'SCORED' as const,
              score: {
                strain: 8.2,
                average_heart_rate: day.workout.averageHeartRate,
                max_heart_rate: day.workout.maximumHeartRate,
                kilojoule: day.workout.kilocalories * 4.184,
                percent_recorded: 100,
                ...(day.workout.meters !== null && { distance_meter: day.workout.meters }),
                ...(day.workout.climb !== null && { altitude_gain_meter: day.workout.climb }),
                zone_durations: {
                  zone_zero_milli: 0,
                  zone_one_milli: 0,
                  zone_two_milli: 0,
                  zone_three_milli: 0,
                  zone_four_milli: 0,
                  zone_five_milli: 0,
                },
              },
            },
          ]
        : [],
    ),
    body: { height_meter: life.height / 100, weight_kilogram: 70.5, max_heart_rate: 190 },
    userId,
  };
}

/** WHOOP's accounts are numbers. */
const userIdOf = (account: string): number =>
  [...account].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1_000_000, 10_000);

export function createWhoopSimulator(options: SimulatorOptions): Simulator<WhoopRecords> {
  return createSimulator<WhoopRecords>(options, {
    recordsOf: (account) =>
      recordsOf(lifeOf(account, options.until, options.days, options.lived), userIdOf(account)),
    unauthorized: (c) => c.body(null, 401),
    tooMany: (c) => {
      c.header('x-ratelimit-limit', '100, 100;window=60, 10000;window=86400');
      c.header('x-ratelimit-remaining', '0');
      c.header('x-ratelimit-reset', '17');
      return c.body(null, 429);
    },
    routes: (app) => {
      app.use(async (c, next) => {
        await next();
        c.header('x-ratelimit-limit', '100, 100;window=60, 10000;window=86400');
        c.header('x-ratelimit-remaining', '98');
        c.header('x-ratelimit-reset', '42');
      });
      const paged = <T extends Timed>(
        c: Context,
        records: readonly T[],
        show: (record: T) => object = (each) => each,
      ) => {
        const [from, until] = [Date.parse(c.req.query('start') ?? ''), Date.parse(c.req.query('end') ?? '')];
        const asked = Number(c.req.query('limit') ?? 10);
        if (asked > 25) return c.body(null, 400);
        const limit = Math.min(asked, options.mostPerPage ?? asked);
        const found = records
          .filter(
            ({ start, end }) => !(Date.parse(end ?? '9999-01-01') < from) && !(Date.parse(start) >= until),
          )
          .toSorted((one, other) => Date.parse(other.start) - Date.parse(one.start));
        const skip = Number(c.req.query('nextToken') ?? 0);
        const more = skip + limit < found.length ? { next_token: String(skip + limit) } : {};
        return c.json({ records: found.slice(skip, skip + limit).map(show), ...more });
      };
      app.get('/v2/activity/sleep', (c) => paged(c, c.get('records').sleeps));
      app.get('/v2/activity/workout', (c) => paged(c, c.get('records').workouts));
      app.get('/v2/cycle', (c) => paged(c, c.get('records').cycles));
      app.get('/v2/recovery', (c) => {
        const { recoveries, sleeps } = c.get('records');
        // Recoveries have no times of their own. The times of their sleep count.
        const timed = recoveries.flatMap((recovery) => {
          const sleep = sleeps.find(({ id }) => id === recovery.sleep_id);
          return sleep ? [{ ...sleep, recovery }] : [];
        });
        return paged(c, timed, ({ recovery }) => recovery);
      });
      app.get('/v2/user/measurement/body', (c) => {
        const { body } = c.get('records');
        return body ? c.json(body) : c.body(null, 404);
      });
      app.get('/v2/user/profile/basic', (c) =>
        c.json({ user_id: c.get('records').userId, email: 'a@example.com', first_name: 'A', last_name: 'B' }),
      );
      app.delete('/v2/user/access', (c) => c.body(null, 204));
    },
  });
}
