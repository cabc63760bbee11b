// Withings' interface: requests are forms, answers have status 200 and a number for the result, pages go by offset.
import type { Context } from 'hono';
import { dayNumber } from 'svc-link/contract';
import { type Life, lifeOf, type LivedDay, type Sleep, type Workout } from './life.js';
import { createSimulator, type Simulator, type SimulatorOptions } from './simulator.js';

interface Measure {
  value: number;
  type: number;
  unit: number;
}
export interface WithingsRecords {
  groups: { grpid: number; attrib: number; date: number; category: number; measures: Measure[] }[];
  activities: Record<string, unknown>[];
  nights: (Record<string, unknown> & { id: number; date: string; data: Record<string, number | null> })[];
  workouts: (Record<string, unknown> & { id: number; date: string; data: Record<string, number | null> })[];
  /** Where the person is now. */
  timezone: string;
}

const seconds = (milliseconds: number): number => milliseconds / 1000;
const categories = { running: 2, cycling: 6, walking: 1, rowing: 187, strength_training: 16 } as const;

function nightOf(id: number, { date, zone }: LivedDay, { start, stop, stages, ...sleep }: Sleep) {
  const asleep = stages.light + stages.deep + stages.rem;
  return {
    id,
    timezone: zone,
    model: 32,
    model_id: 63,
    startdate: seconds(start.at),
    enddate: seconds(stop.at),
    date,
    created: seconds(stop.at) + 600,
    modified: seconds(stop.at) + 600,
    completed: true,
    data: {
      total_timeinbed: asleep + stages.awake,
      total_sleep_time: asleep,
      lightsleepduration: stages.light,
      remsleepduration: stages.rem,
      deepsleepduration: stages.deep,
      wakeupduration: stages.awake,
      sleep_efficiency: asleep / (asleep + stages.awake),
      sleep_latency: sleep.latency,
      sleep_score: sleep.score,
      hr_min: sleep.lowestHeartRate,
      hr_average: sleep.averageHeartRate,
      rr_average: Math.round(sleep.breaths),
    },
  };
}

const workoutOf = (id: number, { date, zone }: LivedDay, workout: Workout) => ({
  id,
  category: categories[workout.sport],
  timezone: zone,
  model: 93,
  attrib: 0,
  startdate: seconds(workout.start.at),
  enddate: seconds(workout.stop.at),
  date,
  modified: seconds(workout.stop.at) + 60,
  data: {
    calories: workout.kilocalories,
    ...(workout.meters !== null && { distance: workout.meters }),
    hr_average: workout.averageHeartRate,
    hr_max: workout.maximumHeartRate,
    pause_duration: seconds(workout.stop.at - workout.start.at) - workout.moving,
  },
});

const activityOf = (day: LivedDay) => ({
  date: day.date,
  timezone: day.zone,
  brand: 1,
  is_tracker: true,
  modified: 1_594_257_200,
  model: 'ScanWatch',
  modelid: 93,
  steps: day.steps,
  distance: day.meters,
  elevation: day.floors,
  soft: day.low * 60,
  moderate: day.medium * 60,
  intense: day.high * 60,
  active: (day.medium + day.high) * 60,
  calories: day.activeKilocalories,
  totalcalories: day.kilocalories,
  hr_average: day.heartRate.average,
  hr_min: day.heartRate.min,
  hr_max: day.heartRate.max,
});

/** Weight and composition in one group, and the pulse in its own. Blood pressure and its pulse are in one group. */
function groupsOf(day: LivedDay): WithingsRecords['groups'] {
  const { body, pressure } = day;
  const first = dayNumber(day.date) * 100;
  const group = (number: number, at: number, measures: Measure[]) => {
    return { grpid: first + number, attrib: 0, date: seconds(at), category: 1, measures };
  };
  const grams = (type: number, kilograms: number) => ({ type, value: Math.round(kilograms * 100), unit: -2 });
  return [
    ...(body
      ? [
          group(1, body.measured.at, [
            { type: 1, value: Math.round(body.kilograms * 1000), unit: -3 },
            { type: 6, value: Math.round(body.fat * 1000), unit: -3 },
            grams(76, body.muscle),
            grams(77, (body.kilograms * body.water) / 100),
          ]),
          group(2, body.measured.at, [{ type: 11, value: day.heartRate.resting + 20, unit: 0 }]),
        ]
      : []),
    ...pressure.map(({ at, systolic, diastolic }, number) =>
      group(10 + number, at, [
        { type: 10, value: systolic, unit: 0 },
        { type: 9, value: diastolic, unit: 0 },
        { type: 11, value: day.heartRate.average, unit: 0 },
      ]),
    ),
    ...day
      .measured('body_temperature')
      .map(({ at, value }, number) =>
        group(20 + number, at, [{ type: 71, value: Math.round(value * 1000), unit: -3 }]),
      ),
  ];
}

function recordsOf(life: Life): WithingsRecords {
  const [first] = life.days;
  const joined = (first?.body?.measured.at ?? Date.parse('2020-01-01T00:00:00Z')) - 3e10;
  const typedIn = { grpid: 7, attrib: 4, date: seconds(joined), category: 1 };
  const of = <T>(make: (day: LivedDay, id: number) => T[]): T[] =>
    life.days.flatMap((day) => make(day, dayNumber(day.date) * 10));
  return {
    groups: [
      { ...typedIn, measures: [{ type: 4, value: life.height, unit: -2 }] },
      ...life.days.flatMap(groupsOf),
    ],
    activities: life.days.map(activityOf),
    nights: of((day, id) => [
      ...(day.night ? [nightOf(id, day, day.night)] : []),
      ...(day.nap ? [nightOf(id + 1, day, day.nap)] : []),
    ]),
    workouts: of((day, id) => (day.workout ? [workoutOf(id, day, day.workout)] : [])),
    timezone: life.days.at(-1)?.zone ?? 'Europe/Berlin',
  };
}

export function createWithingsSimulator(options: SimulatorOptions): Simulator<WithingsRecords> {
  const { mostPerPage: pageSize = 30 } = options;
  const refused = (c: Context, status: number, error: string) => c.json({ status, body: {}, error });
  return createSimulator<WithingsRecords>(options, {
    recordsOf: (account) => recordsOf(lifeOf(account, options.until, options.days, options.lived)),
    unauthorized: (c) =>
      refused(c, 401, 'XRequestID: Not provided invalid_token: The access token provided is invalid'),
    tooMany: (c) => refused(c, 601, 'Too Many Request'),
    routes: (app) => {
      app.post('/:service{.+}', async (c) => {
        const form = new URLSearchParams(await c.req.text());
        const { groups, activities, nights, workouts, timezone } = c.get('records');
        const number = (name: string, otherwise: number) => Number(form.get(name) ?? otherwise);
        const from = form.get('startdateymd') ?? '';
        const until = form.get('enddateymd') ?? '9';
        const inDays = <T extends Record<string, unknown>>(records: T[]): T[] =>
          records.filter(({ date }) => String(date) >= from && String(date) <= until);
        const wanted = new Set(form.get('data_fields')?.split(','));
        const fields = (data: Record<string, unknown>) => {
          const kept = Object.entries(data).filter(([name]) => wanted.has(name));
          return kept.length === 0 ? [] : Object.fromEntries(kept);
        };
        const answer = (name: string, records: object[], more: { timezone?: string } = {}) => {
          const start = number('offset', 0);
          const next = start + pageSize;
          const left = next < records.length;
          // For measurements `more` is a number, for the others a boolean.
          const flag =
            name === 'measuregrps'
              ? { ...(left && { more: 1, offset: next }) }
              : { more: left, offset: left ? next : 0 };
          return c.json({ status: 0, body: { ...more, [name]: records.slice(start, next), ...flag } });
        };
        switch (`${c.req.param('service')} ${form.get('action')}`) {
          case 'measure getmeas': {
            const types = new Set(form.get('meastypes')?.split(',').map(Number));
            const found = groups
              .filter(({ date }) => date >= number('startdate', 0) && date <= number('enddate', Infinity))
              .filter(({ category }) => category === number('category', category))
              .map((group) => ({ ...group, measures: group.measures.filter(({ type }) => types.has(type)) }))
              .filter(({ measures }) => measures.length > 0)
              .toSorted((one, other) => other.date - one.date);
            return answer('measuregrps', found, { timezone });
          }
          case 'v2/measure getactivity': {
            const always = new Set([
              'date',
              'timezone',
              'brand',
              'is_tracker',
              'modified',
              'model',
              'modelid',
            ]);
            const found = inDays(activities).map((each) =>
              Object.fromEntries(
                Object.entries(each).filter(([name]) => always.has(name) || wanted.has(name)),
              ),
            );
            return answer('activities', found);
          }
          case 'v2/measure getworkouts':
            return answer(
              'series',
              inDays(workouts).map((each) => ({ ...each, data: fields(each.data) })),
            );
          case 'v2/sleep getsummary':
            return answer(
              'series',
              inDays(nights).map((each) => ({ ...each, data: fields(each.data) })),
            );
          default:
            return refused(c, 2554, 'Wrong action or wrong webservice');
        }
      });
    },
  });
}
