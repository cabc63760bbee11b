// Garmin's Health and Activity interfaces as public clients know them. They return data only at the addresses
// that notices name, with the token in the address, and announce past data only after somebody has asked for it.
import type { Context } from 'hono';
import { type Life, lifeOf, type LivedDay, type Moment, type Sleep, type Workout } from './life.js';
import { createSimulator, type Simulator, type SimulatorEnv, type SimulatorOptions } from './simulator.js';

export const garminKinds = ['dailies', 'sleeps', 'bodyComps', 'bloodPressures', 'activities'] as const;
export type GarminKind = (typeof garminKinds)[number];

/** The id of a record whose upload Garmin never answers. */
export const unavailable = 'unavailable';

export interface GarminRecord extends Record<string, unknown> {
  summaryId: string;
}
export interface GarminRecords extends Record<GarminKind, GarminRecord[]> {
  life: Life;
  /** The permissions that the person has ticked on Garmin's page. */
  permissions: Set<string>;
  /** Whether the person has ended the access. Only this interface knows it so far. */
  hasLeft: boolean;
  /** The ranges of the past that were asked for. */
  asked: Set<string>;
}

export interface GarminSimulator extends Simulator<GarminRecords> {
  /** Runs a function while the next answer to an address from a notice is on its way. */
  meanwhile(act: () => Promise<unknown>): void;
  /**
   * Acts as if a device had sent records. Returns the body of the notice
   * that names their address, below the address of the interface.
   */
  upload(account: string, kind: GarminKind, records: readonly GarminRecord[], api: string): string;
}

const seconds = ({ at }: Moment): number => at / 1000;
const names: Readonly<Record<Workout['sport'], string>> = {
  running: 'RUNNING',
  cycling: 'CYCLING',
  walking: 'WALKING',
  rowing: 'ROWING_V2',
  strength_training: 'STRENGTH_TRAINING',
};

/** The day starts at midnight by the offset of its first hour, because no clock changes before one o'clock. */
function dailyOf(account: string, day: LivedDay): GarminRecord {
  const rates = day.measured('heartrate');
  const offset = rates[0]?.offset ?? 0;
  const start = Date.parse(day.date) / 1000 - offset;
  return {
    summaryId: `x${account}-${start.toString(16)}`,
    calendarDate: day.date,
    activityType: 'GENERIC',
    startTimeInSeconds: start,
    startTimeOffsetInSeconds: offset,
    durationInSeconds: 86_400,
    steps: day.steps,
    distanceInMeters: day.meters,
    floorsClimbed: day.floors,
    activeKilocalories: day.activeKilocalories,
    bmrKilocalories: day.kilocalories - day.activeKilocalories,
    activeTimeInSeconds: (day.low + day.medium + day.high) * 60,
    moderateIntensityDurationInSeconds: day.medium * 60,
    vigorousIntensityDurationInSeconds: day.high * 60,
    minHeartRateInBeatsPerMinute: day.heartRate.min,
    maxHeartRateInBeatsPerMinute: day.heartRate.max,
    // The average of the last seven days.
    averageHeartRateInBeatsPerMinute: day.heartRate.average + 3,
    restingHeartRateInBeatsPerMinute: day.heartRate.resting,
    timeOffsetHeartRateSamples: Object.fromEntries(
      // Samples are this frequent while an activity is recorded: a second one follows within the same five minutes.
      rates.flatMap(({ at, value }) => {
        const offset = at / 1000 - start;
        const next = offset + 15;
        return Math.floor(next / 300) === Math.floor(offset / 300)
          ? [
              [offset, value],
              [next, value + 1],
            ]
          : [[offset, value]];
      }),
    ),
    averageStressLevel: 43,
    stressQualifier: 'balanced',
    stepsGoal: 9000,
  };
}

function sleepOf(account: string, date: string, night: Sleep, nap: Sleep | undefined): GarminRecord {
  const { awake, light, deep, rem } = night.stages;
  const start = seconds(night.start);
  const stretches = (stage: string) =>
    night.course
      .filter((each) => each.stage === stage)
      .map(({ from, until }) => ({ startTimeInSeconds: start + from, endTimeInSeconds: start + until }));
  return {
    summaryId: `x${account}-${start.toString(16)}-s`,
    calendarDate: date,
    startTimeInSeconds: start,
    startTimeOffsetInSeconds: night.start.offset,
    durationInSeconds: light + deep + rem,
    unmeasurableSleepInSeconds: 0,
    deepSleepDurationInSeconds: deep,
    lightSleepDurationInSeconds: light,
    remSleepInSeconds: rem,
    awakeDurationInSeconds: awake,
    sleepLevelsMap: Object.fromEntries(
      ['deep', 'light', 'rem', 'awake'].map((stage) => [stage, stretches(stage)]),
    ),
    validation: 'ENHANCED_FINAL',
    timeOffsetSleepRespiration: { '60': night.breaths - 1, '120': night.breaths + 1 },
    timeOffsetSleepSpo2: { '0': 95 },
    overallSleepScore: { value: night.score, qualifierKey: 'FAIR' },
    ...(nap && {
      naps: [
        {
          napDurationInSeconds: nap.stages.light,
          napStartTimeInSeconds: seconds(nap.start),
          napValidation: 'DEVICE',
          napOffsetInSeconds: nap.start.offset,
        },
      ],
    }),
  };
}

const activityOf = (number: number, workout: Workout): GarminRecord => ({
  summaryId: String(number),
  activityId: number,
  activityName: `Somewhere ${names[workout.sport]}`,
  activityType: names[workout.sport],
  startTimeInSeconds: seconds(workout.start),
  startTimeOffsetInSeconds: workout.start.offset,
  durationInSeconds: seconds(workout.stop) - seconds(workout.start),
  distanceInMeters: workout.meters ?? undefined,
  totalElevationGainInMeters: workout.climb ?? undefined,
  activeKilocalories: Math.round(workout.kilocalories),
  averageHeartRateInBeatsPerMinute: Math.round(workout.averageHeartRate),
  maxHeartRateInBeatsPerMinute: workout.maximumHeartRate,
  deviceName: 'Garmin fenix 8',
  manual: false,
});

const measuredAt = (account: string, kind: string, at: Moment) => ({
  summaryId: `x${account}-${seconds(at).toString(16)}-${kind}`,
  measurementTimeInSeconds: seconds(at),
  measurementTimeOffsetInSeconds: at.offset,
});

function recordsOf(account: string, { until, days, lived }: SimulatorOptions): GarminRecords {
  const life = lifeOf(account, until, days, lived);
  const all = life.days;
  return {
    life,
    permissions: new Set(['ACTIVITY_EXPORT', 'HEALTH_EXPORT', 'HISTORICAL_DATA_EXPORT']),
    hasLeft: false,
    asked: new Set(),
    dailies: all.map((day) => dailyOf(account, day)),
    sleeps: all.flatMap(({ date, night, nap }) => (night ? sleepOf(account, date, night, nap) : [])),
    bodyComps: all.flatMap(({ body }) =>
      body
        ? {
            ...measuredAt(account, 'b', body.measured),
            weightInGrams: Math.round(body.kilograms * 1000),
            bodyFatInPercent: body.fat,
            bodyWaterInPercent: body.water,
            muscleMassInGrams: Math.round(body.muscle * 1000),
            boneMassInGrams: 2437,
            bodyMassIndex: 23.2,
          }
        : [],
    ),
    bloodPressures: all.flatMap(({ pressure }) =>
      pressure.map((each) => ({
        ...measuredAt(account, 'p', each),
        systolic: each.systolic,
        diastolic: each.diastolic,
        pulse: 62,
        sourceType: 'DEVICE',
      })),
    ),
    activities: all.flatMap(({ workout }, at) => (workout ? activityOf(5_001_968_355 + at, workout) : [])),
  };
}

const needed = (kind: GarminKind): string => (kind === 'activities' ? 'ACTIVITY_EXPORT' : 'HEALTH_EXPORT');
const beganOf = (record: GarminRecord): number =>
  Number(record['startTimeInSeconds'] ?? record['measurementTimeInSeconds']);
const isKind = (name: string): name is GarminKind => garminKinds.some((kind) => kind === name);

interface Upload {
  readonly account: string;
  readonly kind: GarminKind;
  readonly records: readonly GarminRecord[];
}

type GarminContext = Context<SimulatorEnv<GarminRecords>>;
const refused = (c: GarminContext, status: 400 | 403 | 409 | 412, errorMessage: string): Response =>
  c.json({ errorMessage }, status);

export function createGarminSimulator(options: SimulatorOptions): GarminSimulator {
  const { notify = () => Promise.resolve() } = options;
  /** By the token in the address. */
  const uploads = new Map<string, Upload>();
  let act: (() => Promise<unknown>) | undefined;

  const upload: GarminSimulator['upload'] = (account, kind, records, api) => {
    const token = `pull ${uploads.size + 1}&${account}`;
    uploads.set(token, { account, kind, records });
    const url = new URL(`${api}/${kind}`);
    const at = 1_790_000_000 + uploads.size;
    url.searchParams.set('uploadStartTimeInSeconds', String(at));
    url.searchParams.set('uploadEndTimeInSeconds', String(at + 2));
    url.searchParams.set('token', token);
    return JSON.stringify({ [kind]: [{ userId: account, callbackURL: url.href }] });
  };

  const simulator = createSimulator<GarminRecords>(options, {
    recordsOf: (account) => recordsOf(account, options),
    unauthorized: (c) => c.json({ errorMessage: 'Unable to read oAuth header' }, 401),
    tooMany: (c) => c.json({ errorMessage: 'Too many requests' }, 429, { 'retry-after': '60' }),
    routes(app) {
      app.get('/user/id', (c) => c.json({ userId: c.var.account }));
      app.get('/user/permissions', (c) =>
        c.var.records.hasLeft
          ? refused(c, 403, 'The user access token is unknown')
          : c.json({ permissions: [...c.var.records.permissions] }),
      );
      app.delete('/user/registration', async (c) => {
        await notify(JSON.stringify({ deregistrations: [{ userId: c.var.account }] }));
        return c.body(null, 204);
      });
      app.get('/backfill/:kind', async (c) => {
        const kind = c.req.param('kind');
        const { account, records } = c.var;
        if (!isKind(kind)) return refused(c, 400, `no summary type ${kind}`);
        const [start, end] = [
          Number(c.req.query('summaryStartTimeInSeconds') ?? Number.NaN),
          Number(c.req.query('summaryEndTimeInSeconds') ?? Number.NaN),
        ];
        if (!Number.isInteger(start) || !Number.isInteger(end) || start >= end)
          return refused(c, 400, 'no range of time');
        if (end - start > 30 * 86_400) return refused(c, 400, 'the range is longer than 30 days');
        // People share the past from thirty days before the link, and here they have just linked.
        const first = Date.parse(options.until) / 1000 - 30 * 86_400;
        if (start < first) return refused(c, 400, `start ${start} before min start time of ${first}`);
        if (![needed(kind), 'HISTORICAL_DATA_EXPORT'].every((each) => records.permissions.has(each)))
          return refused(c, 412, 'The user has not given the permission');
        const range = `${kind} ${start} ${end}`;
        if (records.asked.has(range)) return refused(c, 409, 'duplicate backfill');
        records.asked.add(range);
        const found = records[kind].filter((each) => beganOf(each) >= start && beganOf(each) <= end);
        // One notice, before the answer, because Garmin may be that fast.
        if (found.length > 0) await notify(upload(account, kind, found, new URL(c.req.url).origin));
        return c.body(null, 202);
      });
      app.get('/:kind', async (c) => {
        const acting = act;
        act = undefined;
        await acting?.();
        const token = c.req.query('token');
        const uploaded = token === undefined ? undefined : uploads.get(token);
        if (!uploaded || uploaded.account !== c.var.account || uploaded.kind !== c.req.param('kind'))
          return refused(c, 400, 'InvalidPullTokenException failure');
        if (!c.var.records.permissions.has(needed(uploaded.kind)))
          return refused(c, 412, 'The user has not given the permission');
        const [first] = uploaded.records;
        return first?.summaryId === unavailable ? c.text('', 503) : c.json(uploaded.records);
      });
    },
  });
  return { ...simulator, upload, meanwhile: (next) => void (act = next) };
}
