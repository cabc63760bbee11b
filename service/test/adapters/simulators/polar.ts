// Polar AccessLink v3 as its document describes it: nights and exercises come complete, and only after the person was registered.
import type { Context } from 'hono';
import { addDays } from '../../../src/work/index.js';
import { type Life, lifeOf, type LivedDay, type Moment, type Sleep } from './life.js';
import { createSimulator, type Simulator, type SimulatorEnv, type SimulatorOptions } from './simulator.js';

/** An account's records with Polar's names, the earliest first. */
export interface PolarRecords {
  life: Life;
  /** The partner's id of the person; null until the person is registered. */
  memberId: string | null;
  /**
   * Exercises that were uploaded before this day are not shown. The first
   * registration is older than all exercises, and a second one is newer.
   */
  shownFrom: string;
  physical: Record<string, unknown> | null;
  exercises: (Record<string, unknown> & { id: string; upload_time: string })[];
  nights: (Record<string, unknown> & { date: string })[];
  recharges: (Record<string, unknown> & { date: string })[];
  activities: { date: string; summary: Record<string, unknown> }[];
}

const two = (value: number): string => String(value).padStart(2, '0');
const local = ({ at, offset }: Moment): string => new Date(at + offset * 1000).toISOString().slice(0, 19);

function zoned(moment: Moment): string {
  const minutes = Math.abs(moment.offset) / 60;
  return `${local(moment)}${moment.offset < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

const isoDuration = (seconds: number): string =>
  `PT${Math.floor(seconds / 3600)}H${Math.floor((seconds % 3600) / 60)}M${seconds % 60}S`;

/** A night from falling asleep to waking up. On some nights no sleep was recognized. */
function nightOf(
  account: string,
  { date }: LivedDay,
  sleep: Sleep,
  recognized: boolean,
): PolarRecords['nights'][number] {
  const asleep = sleep.course.filter(({ stage }) => stage !== 'awake');
  const from = asleep[0]?.from ?? 0;
  const until = asleep.at(-1)?.until ?? 0;
  const { light, deep, rem } = sleep.stages;
  const moment = (seconds: number, { offset }: Moment): Moment => ({
    at: sleep.start.at + seconds * 1000,
    offset,
  });
  return {
    polar_user: `https://www.polaraccesslink/v3/users/${account}`,
    date,
    sleep_start_time: zoned(moment(from, sleep.start)),
    sleep_end_time: zoned(moment(until, sleep.stop)),
    device_id: '1111AAAA',
    continuity: 2.1,
    continuity_class: 2,
    light_sleep: recognized ? light : 0,
    deep_sleep: recognized ? deep : 0,
    rem_sleep: recognized ? rem : 0,
    unrecognized_sleep_stage: recognized ? 0 : light + deep + rem,
    sleep_score: sleep.score,
    total_interruption_duration: until - from - light - deep - rem,
    sleep_charge: 3,
    hypnogram: Object.fromEntries(
      sleep.course
        .filter((each) => each.from >= from && each.until <= until)
        .map((each) => [
          local(moment(each.from, sleep.start)).slice(11, 16),
          recognized ? { awake: 0, rem: 1, light: 2, deep: 4 }[each.stage] : 5,
        ]),
    ),
    heart_rate_samples: { '00:41': sleep.averageHeartRate, '00:46': sleep.lowestHeartRate },
  };
}

function recordsOf(account: string, { until, days, lived }: SimulatorOptions): PolarRecords {
  const life = lifeOf(account, until, days, lived);
  const user = `https://www.polaraccesslink/v3/users/${account}`;
  const slept = life.days.flatMap((day) => (day.night ? [{ ...day, night: day.night }] : []));
  return {
    life,
    memberId: null,
    shownFrom: '',
    physical: {
      weight: 70.5,
      height: life.height,
      birthday: life.birthDate,
      gender: life.gender === 'male' ? 'MALE' : 'FEMALE',
      created: '2024-06-01T12:00:00Z',
      modified: '2024-06-10T12:00:00Z',
    },
    exercises: life.days.flatMap(({ date, workout }) =>
      workout === undefined
        ? []
        : [
            {
              id: `${account}x${date.replaceAll('-', '')}`,
              upload_time: new Date(workout.stop.at + 600_000).toISOString(),
              polar_user: user,
              device: 'Polar M400',
              device_id: '1111AAAA',
              start_time: local(workout.start),
              start_time_utc_offset: workout.start.offset / 60,
              duration: isoDuration((workout.stop.at - workout.start.at) / 1000),
              calories: workout.kilocalories,
              ...(workout.meters === null ? {} : { distance: workout.meters }),
              heart_rate: { average: workout.averageHeartRate, maximum: workout.maximumHeartRate },
              sport: workout.sport === 'running' ? 'RUNNING' : 'OTHER',
              has_route: false,
              detailed_sport_info: workout.sport.toUpperCase(),
            },
          ],
    ),
    nights: slept.map((day, at) => nightOf(account, day, day.night, at % 11 !== 7)),
    // The first three nights have none, because Polar needs them first.
    recharges: slept.slice(3).map(({ date, night }) => ({
      polar_user: user,
      date,
      heart_rate_avg: night.averageHeartRate,
      beat_to_beat_avg: Math.round(60_000 / night.averageHeartRate),
      heart_rate_variability_avg: night.variability,
      breathing_rate_avg: night.breaths,
      nightly_recharge_status: 3,
      ans_charge: 0,
      ans_charge_status: 3,
    })),
    activities: life.days
      .filter(({ steps }) => steps > 0)
      .map((day) => ({
        date: day.date,
        summary: {
          start_time: `${day.date}T00:00:00`,
          end_time: `${day.date}T23:59:59`,
          active_duration: isoDuration((day.low + day.medium + day.high) * 60),
          inactive_duration: 'PT9H30M',
          daily_activity: 89.1,
          calories: day.kilocalories,
          active_calories: day.activeKilocalories,
          steps: day.steps,
          inactivity_alert_count: 1,
          distance_from_steps: day.meters,
        },
      })),
  };
}

type PolarContext = Context<SimulatorEnv<PolarRecords>>;

export function createPolarSimulator(options: SimulatorOptions): Simulator<PolarRecords> {
  const { until } = options;
  const shown = (days: number): string => addDays(until, -days);
  const isShown = ({ date }: { date: string }): boolean => date > shown(28);
  const forbidden = (c: PolarContext): Response => c.body(null, 403);
  /** The account's records; undefined until the person is registered. */
  const known = (c: PolarContext): PolarRecords | undefined =>
    c.var.records.memberId === null ? undefined : c.var.records;

  return createSimulator<PolarRecords>(options, {
    recordsOf: (account) => recordsOf(account, options),
    unauthorized: (c) => c.body(null, 401),
    tooMany: (c) =>
      c.body(null, 429, {
        'RateLimit-Usage': '520, 900',
        'RateLimit-Limit': '520, 5100',
        'RateLimit-Reset': '600, 50000',
      }),
    // The person has withdrawn consents that Polar Flow requires.
    lapsed: forbidden,
    routes(app) {
      app.use(async (c, next) => {
        await next();
        c.header('RateLimit-Usage', '20, 400');
        c.header('RateLimit-Limit', '520, 5100');
        c.header('RateLimit-Reset', '600, 50000');
      });
      app.post('/v3/users', async (c) => {
        const { records, account } = c.var;
        const body: Record<string, unknown> = await c.req.json();
        if (records.memberId !== null) return c.body(null, 409);
        records.memberId = String(body['member-id']);
        return c.json({
          'polar-user-id': Number(account),
          'member-id': records.memberId,
          'registration-date': `${until}T12:50:37.000Z`,
          'first-name': 'Eka',
          'last-name': 'Toka',
        });
      });
      app.delete('/v3/users/:id', (c) => {
        if (c.req.param('id') !== c.var.account) return forbidden(c);
        Object.assign(c.var.records, { memberId: null, shownFrom: addDays(until, 1) });
        return c.body(null, 204);
      });
      app.use(async (c, next) => (known(c) ? next() : forbidden(c)));
      // Must come before the paths of one segment, because those have no id.
      app.get('/v3/users/:id{[0-9]+}', (c) =>
        c.req.param('id') === c.var.account
          ? c.json({
              'polar-user-id': Number(c.var.account),
              'member-id': c.var.records.memberId,
              'registration-date': `${until}T12:50:37.000Z`,
            })
          : forbidden(c),
      );
      app.get('/v3/users/physical-info', ({ var: { records }, json, body }) =>
        records.physical ? json(records.physical) : body(null, 404),
      );
      app.get('/v3/exercises', ({ var: { records }, json }) =>
        json(
          records.exercises.filter(
            ({ upload_time }) => upload_time >= shown(30) && upload_time >= records.shownFrom,
          ),
        ),
      );
      app.get('/v3/users/sleep', ({ var: { records }, json }) =>
        json({ nights: records.nights.filter(isShown) }),
      );
      app.get('/v3/users/nightly-recharge', ({ var: { records }, json }) =>
        json({ recharges: records.recharges.filter(isShown) }),
      );
      app.get('/v3/users/activities', ({ var: { records }, req, json }) => {
        const from = req.query('from') ?? shown(28);
        const to = req.query('to') ?? until;
        if (from < shown(365) || to > addDays(from, 28))
          return json({ status: 400, errorType: 'bad_request', message: 'Invalid or too old date.' }, 400);
        const samples = ['steps', 'activity_zones', 'inactivity_stamps'].some(
          (name) => req.query(name) === 'true',
        );
        return json(
          records.activities
            .filter(({ date }) => date >= from && date <= to)
            .map(({ date, summary }) => ({
              ...summary,
              ...(samples ? { samples: { date, inactivity_stamps: [{ stamp: `${date}T16:04` }] } } : {}),
            })),
        );
      });
    },
  });
}
