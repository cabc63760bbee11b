// Intervals.icu's interface, version 1, with the fields of its maker's document: the athlete, activities
// and wellness days. An activity from Strava is only a stub, as the document and public clients say.
import type { Context } from 'hono';
import { addDays } from '../../../src/work/index.js';
import { type Life, lifeOf, type LivedDay, type Workout } from './life.js';
import { createSimulator, type Simulator, type SimulatorEnv, type SimulatorOptions } from './simulator.js';

export interface IntervalsActivity extends Record<string, unknown> {
  id: string;
  start_date_local: string;
}
export interface IntervalsWellness extends Record<string, unknown> {
  /** The day. */
  id: string;
}
export interface IntervalsRecords {
  life: Life;
  athlete: Record<string, unknown>;
  /** In any order. */
  activities: IntervalsActivity[];
  wellness: IntervalsWellness[];
  /** Kinds of data that the person did not share. */
  withheld: Set<'athlete' | 'activities' | 'wellness'>;
}

const sports: Readonly<Record<Workout['sport'], string>> = {
  running: 'Run',
  cycling: 'Ride',
  walking: 'Walk',
  rowing: 'Rowing',
  strength_training: 'WeightTraining',
};
const instant = (at: number): string => new Date(at).toISOString().replace('.000Z', 'Z');
const local = ({ at, offset }: Workout['start']): string =>
  new Date(at + offset * 1000).toISOString().slice(0, 19);
const stamp = (at: number): string => new Date(at).toISOString().replace('Z', '+00:00');

function activityOf(
  account: string,
  number: number,
  { zone }: LivedDay,
  workout: Workout,
): IntervalsActivity {
  return {
    id: `i${number}`,
    start_date_local: local(workout.start),
    type: sports[workout.sport],
    name: `${workout.sport} ${number}`,
    description: null,
    start_date: instant(workout.start.at),
    timezone: zone,
    elapsed_time: (workout.stop.at - workout.start.at) / 1000,
    moving_time: workout.moving,
    distance: workout.meters,
    total_elevation_gain: workout.climb,
    calories: Math.round(workout.kilocalories),
    has_heartrate: true,
    average_heartrate: Math.round(workout.averageHeartRate),
    max_heartrate: workout.maximumHeartRate,
    device_name: 'Garmin Edge 540',
    source: 'GARMIN_CONNECT',
    external_id: String(number * 7),
    file_type: 'fit',
    icu_athlete_id: account,
    icu_training_load: 41,
    created: stamp(workout.stop.at + 60_000),
    analyzed: stamp(workout.stop.at + 61_000),
  };
}

/** Every day has a record, at least with the provider's own computed values. A weight is carried over to the following days. */
function wellnessOf({ days }: Life): IntervalsWellness[] {
  let weight: number | null = null;
  return days.map((day) => {
    const { date, body, night, heartRate, pressure } = day;
    weight = body?.kilograms ?? weight;
    return {
      id: date,
      ctl: 18.41,
      atl: 37.38,
      sportInfo: [{ type: 'Ride', eftp: 207.8, wPrime: 17_460.5, pMax: 642.5 }],
      updated: `${date}T16:29:54.818+00:00`,
      weight,
      tempWeight: body === undefined,
      bodyFat: body?.fat ?? null,
      restingHR: day.steps > 0 ? heartRate.resting : null,
      tempRestingHR: false,
      hrv: night?.variability ?? null,
      sleepSecs: night ? night.stages.light + night.stages.deep + night.stages.rem : null,
      sleepScore: night?.score ?? null,
      systolic: pressure[0]?.systolic ?? null,
      diastolic: pressure[0]?.diastolic ?? null,
      respiration: night?.breaths ?? null,
      steps: day.steps > 0 ? day.steps : null,
      comments: 'Felt well',
      mood: 2,
      locked: null,
    };
  });
}

const sexes = { female: 'F', male: 'M', other: null } as const;

function recordsOf(account: string, { until, days, lived }: SimulatorOptions): IntervalsRecords {
  const life = lifeOf(account, until, days, lived);
  const activities = life.days.flatMap((day, at) =>
    day.workout ? [activityOf(account, 140_000_000 + at, day, day.workout)] : [],
  );
  const [twice] = activities;
  return {
    life,
    athlete: {
      id: account,
      name: 'Ada Example',
      email: 'ada@mail.example',
      sex: sexes[life.gender],
      icu_date_of_birth: life.birthDate,
      height: life.height / 100,
      height_units: 'CM',
      weight: 70.5,
      timezone: life.days.at(-1)?.zone ?? 'UTC',
      locale: 'en',
      sportSettings: [],
      custom_items: [],
    },
    activities: [
      ...activities,
      // One of the activities is also at Strava.
      ...(twice
        ? [
            {
              id: '16457456654',
              icu_athlete_id: account,
              start_date_local: twice.start_date_local,
              source: 'STRAVA',
              _note: 'STRAVA activities are not available via the API',
            },
          ]
        : []),
    ],
    wellness: wellnessOf(life),
    withheld: new Set(),
  };
}

type IntervalsContext = Context<SimulatorEnv<IntervalsRecords>>;
const refused = (status: 401 | 403 | 422 | 429, error: string) => [{ status, error }, status] as const;

/** The requested fields, without fields that have no value; all fields if the request names none. */
function chosen(c: IntervalsContext, record: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const names = c.req.query('fields')?.split(',');
  if (names === undefined) return { ...record };
  return Object.fromEntries(
    Object.entries(record).filter(([name, value]) => names.includes(name) && value !== null),
  );
}

export function createIntervalsIcuSimulator(options: SimulatorOptions): Simulator<IntervalsRecords> {
  const { until } = options;
  return createSimulator<IntervalsRecords>(options, {
    recordsOf: (account) => recordsOf(account, options),
    unauthorized: (c) => c.json(...refused(401, 'Unauthorized')),
    tooMany(c) {
      c.header('retry-after', '600');
      return c.json(...refused(429, 'Too many requests'));
    },
    routes(app) {
      app.delete('/disconnect-app', (c) => c.body(null, 200));
      app.use('/athlete/:id/*', async (c, next) =>
        ['0', c.var.account].includes(c.req.param('id')) ? next() : c.json(...refused(403, 'Access denied')),
      );
      const isWithheld = (c: IntervalsContext, kind: 'athlete' | 'activities' | 'wellness'): boolean =>
        c.var.records.withheld.has(kind);
      app.get('/athlete/:id', (c) =>
        isWithheld(c, 'athlete') ? c.json(...refused(403, 'Access denied')) : c.json(c.var.records.athlete),
      );
      app.get('/athlete/:id/activities', (c) => {
        if (isWithheld(c, 'activities')) return c.json(...refused(403, 'Access denied'));
        const oldest = c.req.query('oldest');
        if (oldest === undefined) return c.json(...refused(422, 'Required parameter oldest is not present'));
        // A day without a time means its beginning.
        const newest = c.req.query('newest') ?? addDays(until, 1);
        const found = c.var.records.activities
          .filter(({ start_date_local: at }) => at >= oldest && at <= newest)
          .toSorted((a, b) => b.start_date_local.localeCompare(a.start_date_local));
        return c.json(found.map((each) => chosen(c, each)));
      });
      app.get('/athlete/:id/wellness', (c) => {
        if (isWithheld(c, 'wellness')) return c.json(...refused(403, 'Access denied'));
        const [oldest, newest] = [c.req.query('oldest') ?? '', c.req.query('newest') ?? until];
        const found = c.var.records.wellness.filter(({ id }) => id >= oldest && id <= newest);
        return c.json(found.map((each) => chosen(c, each)));
      });
    },
  });
}
