// Wahoo's Cloud API v1: workouts by pages, the newest first. Its fields are those of the samples in Wahoo's documentation.
import { addDays } from '../../../src/work/index.js';
import { type Life, lifeOf, type LivedDay, type Workout } from './life.js';
import { createSimulator, type Simulator, type SimulatorOptions } from './simulator.js';

export interface WahooWorkout extends Record<string, unknown> {
  id: number;
  starts: string;
  name: string;
  workout_summary: Record<string, unknown> | null;
}

export interface WahooRecords {
  life: Life;
  user: Record<string, unknown>;
  /** In any order. */
  workouts: WahooWorkout[];
  /** Set once the person or the application has ended the grant. */
  ended: boolean;
}

const types: Readonly<Record<Workout['sport'], number>> = {
  running: 1,
  cycling: 15,
  walking: 6,
  rowing: 39,
  strength_training: 42,
};
const decimal = (value: number): string => value.toFixed(2);
const instant = (at: number): string => new Date(at).toISOString();

function workoutOf(id: number, { zone }: LivedDay, workout: Workout): WahooWorkout {
  const total = (workout.stop.at - workout.start.at) / 1000;
  const updated = instant(workout.stop.at + 60_000);
  const name = `${workout.sport} ${id}`;
  return {
    id,
    starts: instant(workout.start.at),
    minutes: Math.round(total / 60),
    name,
    plan_id: null,
    plan_ids: [],
    route_id: null,
    workout_token: `ELEMNT ${id}`,
    workout_type_id: types[workout.sport],
    workout_summary: {
      id: id + 40_000,
      name,
      ascent_accum: decimal(workout.climb ?? 0),
      cadence_avg: null,
      calories_accum: decimal(workout.kilocalories),
      distance_accum: decimal(workout.meters ?? 0),
      duration_active_accum: decimal(workout.moving),
      duration_paused_accum: decimal(total - workout.moving),
      duration_total_accum: decimal(total),
      heart_rate_avg: decimal(workout.averageHeartRate),
      power_avg: null,
      speed_avg: decimal((workout.meters ?? 0) / workout.moving),
      work_accum: '700283.87',
      time_zone: zone,
      manual: false,
      edited: false,
      fitness_app_id: 1,
      file: { url: `https://cdn.wahooligan.com/${id}.fit` },
      created_at: updated,
      updated_at: updated,
    },
    created_at: updated,
    updated_at: updated,
  };
}

function recordsOf(account: string, { until, days, lived }: SimulatorOptions): WahooRecords {
  const life = lifeOf(account, until, days, lived);
  const genders = ['male', 'female', 'other'];
  const workouts = life.days.flatMap((day, at) =>
    day.workout === undefined ? [] : [workoutOf(56_000 + at, day, day.workout)],
  );
  return {
    life,
    user: {
      id: Number(account),
      height: (life.height / 100).toFixed(2),
      weight: '80.0',
      first: 'Bob',
      last: 'Smith',
      email: 'sample@test-domain.com',
      birth: life.birthDate,
      gender: genders.indexOf(life.gender),
      created_at: '2018-10-23T15:38:23.000Z',
      updated_at: '2018-10-24T20:46:40.000Z',
    },
    workouts: [
      ...workouts,
      // A workout planned for tomorrow, without a recording yet.
      {
        id: 99_000,
        starts: `${addDays(until, 1)}T09:00:00.000Z`,
        minutes: 60,
        name: 'Plan',
        plan_id: 5,
        plan_ids: [5],
        route_id: null,
        workout_token: '',
        workout_type_id: 0,
        workout_summary: null,
        created_at: instant(Date.parse(until)),
        updated_at: instant(Date.parse(until)),
      },
    ],
    ended: false,
  };
}

const limits = { 'X-RateLimit-Limit': '5000, 1000, 200' };

export function createWahooSimulator(options: SimulatorOptions): Simulator<WahooRecords> {
  const { mostPerPage = 100 } = options;
  return createSimulator<WahooRecords>(options, {
    recordsOf: (account) => recordsOf(account, options),
    unauthorized: (c) => c.json({ error: 'The access token is invalid' }, 401, limits),
    tooMany: (c) =>
      c.json({ error: 'Rate limit reached' }, 429, {
        ...limits,
        'X-RateLimit-Remaining': '4800, 800, 0',
        'X-RateLimit-Reset': '300',
      }),
    routes(app) {
      app.use(async (c, next) => {
        if (c.var.records.ended) return c.json({ error: 'The access token was revoked' }, 401, limits);
        await next();
        c.header('X-RateLimit-Limit', limits['X-RateLimit-Limit']);
        c.header('X-RateLimit-Remaining', '4999, 999, 199');
        c.header('X-RateLimit-Reset', '0');
        return undefined;
      });
      app.get('/v1/user', ({ var: { records }, json }) => json(records.user));
      app.delete('/v1/permissions', (c) => {
        c.var.records.ended = true;
        return c.body(null, 204);
      });
      app.get('/v1/workouts', ({ var: { records }, req, json }) => {
        const page = Number(req.query('page') ?? '1');
        const per_page = Math.min(mostPerPage, Number(req.query('per_page') ?? '30'));
        const sorted = records.workouts.toSorted((a, b) => b.starts.localeCompare(a.starts));
        return json({
          workouts: sorted.slice((page - 1) * per_page, page * per_page),
          total: sorted.length,
          page,
          per_page,
          order: 'descending',
          sort: 'starts',
        });
      });
    },
  });
}
