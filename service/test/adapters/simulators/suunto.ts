// Suunto's cloud interface, as public clients read it: nights, movement
// and workouts. Every request also needs the application's key.
import { timestampAt } from '../../../src/adapters/days.js';
import { type Life, lifeOf, type LivedDay, type Sleep, type Workout } from './life.js';
import { createSimulator, type Simulator, type SimulatorOptions } from './simulator.js';

interface Entry {
  timestamp: string;
  entryData: Record<string, unknown>;
}
export interface SuuntoRecords {
  life: Life;
  sleep: Entry[];
  movement: Entry[];
  /** In any order. */
  workouts: ({ workoutKey: string; startTime: number } & Record<string, unknown>)[];
  /** While this is set, every answer is a success that contains this `error`. */
  error: string | null;
}

interface SuuntoOptions extends SimulatorOptions {
  /** The application's key; if absent, no key is required. */
  readonly subscriptionKey?: string;
}

const text = ({ at, offset }: { at: number; offset: number }): string =>
  // Suunto writes milliseconds.
  timestampAt(at, offset).replace(/(Z|[-+]\d\d:\d\d)$/, '.000$1');

function nightOf(sleep: Sleep, IsNap: boolean): Entry {
  const { light, deep, rem } = sleep.stages;
  return {
    timestamp: text(sleep.start),
    entryData: {
      BedtimeStart: text(sleep.start),
      BedtimeEnd: text(sleep.stop),
      Duration: (sleep.stop.at - sleep.start.at) / 1000,
      DeepSleepDuration: deep,
      LightSleepDuration: light,
      REMSleepDuration: rem,
      SleepOnsetLatencyDuration: sleep.latency,
      SleepQualityScore: sleep.score,
      HRAvg: sleep.averageHeartRate,
      HRMin: sleep.lowestHeartRate,
      AvgHRV: sleep.variability,
      IsNap,
      SleepId: sleep.start.at / 1000,
    },
  };
}

const activities: Readonly<Record<Workout['sport'], number>> = {
  walking: 0,
  running: 1,
  cycling: 2,
  rowing: 15,
  strength_training: 23,
};
const workoutOf = (workout: Workout) => ({
  workoutId: 1,
  workoutKey: `key-${workout.start.at}`,
  activityId: activities[workout.sport],
  startTime: workout.start.at,
  stopTime: workout.stop.at,
  totalTime: workout.moving,
  timeOffsetInMinutes: workout.start.offset / 60,
  totalDistance: workout.meters,
  totalAscent: workout.climb,
  energyConsumption: workout.kilocalories,
  hrdata: { avg: workout.averageHeartRate, hrmax: workout.maximumHeartRate, max: 190, userMaxHR: 190 },
});

const movementOf = (day: LivedDay): Entry[] => [
  ...day.measured('heartrate').map((each) => ({
    timestamp: text(each),
    entryData: { HR: each.value, EnergyConsumption: 41_840, SpO2: 0.97 },
  })),
  ...day
    .measured('steps')
    .map((each) => ({ timestamp: text(each), entryData: { StepCount: each.value, HR: null } })),
];

/** The refusal of Azure's gateway, whose header Suunto requires. */
const keyRefused = (key: string | undefined) => ({
  statusCode: 401,
  message: `Access denied due to ${key === undefined ? 'missing' : 'invalid'} subscription key. …`,
});

export function createSuuntoSimulator(options: SuuntoOptions): Simulator<SuuntoRecords> {
  const within = (query: (name: string) => string | undefined, from: string, until: string, most: number) => {
    const [start, end] = [Number(query(from)), Number(query(until))];
    const days = (end - start) / 86_400_000;
    return days >= 0 && days <= most ? (at: number) => at >= start && at <= end : undefined;
  };
  return createSimulator<SuuntoRecords>(options, {
    recordsOf(account) {
      const life = lifeOf(account, options.until, options.days, options.lived);
      return {
        life,
        sleep: life.days.flatMap(({ night, nap }) => [
          ...(night ? [nightOf(night, false)] : []),
          ...(nap ? [nightOf(nap, true)] : []),
        ]),
        movement: life.days.flatMap(movementOf),
        workouts: life.days.flatMap(({ workout }) => (workout ? [workoutOf(workout)] : [])),
        error: null,
      };
    },
    routes(app) {
      app.use(async (c, next) => {
        const key = c.req.header('ocp-apim-subscription-key');
        if (options.subscriptionKey !== undefined && key !== options.subscriptionKey)
          return c.json(keyRefused(key), 401);
        const { error } = c.get('records');
        return error === null ? next() : c.json({ error, payload: null });
      });
      for (const [path, name] of [
        ['/247samples/sleep', 'sleep'],
        ['/247samples/activity', 'movement'],
      ] as const)
        app.get(path, (c) => {
          const isWithin = within((each) => c.req.query(each), 'from', 'to', 28);
          if (!isWithin) return c.json({ message: 'The range is 28 days at most' }, 400);
          return c.json(c.get('records')[name].filter(({ timestamp }) => isWithin(Date.parse(timestamp))));
        });
      app.get('/v3/workouts', (c) => {
        const isWithin = within((each) => c.req.query(each), 'since', 'until', Infinity);
        const [limit, offset] = [Number(c.req.query('limit')), Number(c.req.query('offset') ?? 0)];
        if (!isWithin || !(limit <= 100) || c.req.query('filter-by-modification-time') !== 'false')
          return c.json({ message: 'No such request' }, 400);
        const found = c.get('records').workouts.filter(({ startTime }) => isWithin(startTime));
        return c.json({
          error: null,
          payload: found.toSorted((a, b) => b.startTime - a.startTime).slice(offset, offset + limit),
        });
      });
    },
    unauthorized: (c) => c.json({ statusCode: 401, message: 'Unauthorized' }, 401),
    tooMany: (c) =>
      c.json({ statusCode: 429, message: 'Rate limit is exceeded.' }, 429, { 'retry-after': '9' }),
  });
}
