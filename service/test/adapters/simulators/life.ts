// What people do, day by day, in no provider's format. Each simulator writes it in its provider's format, so that a test can
// compare what an adapter read with what there was. The people live in Berlin, whose clocks change twice a year, and they travel.
import * as z from 'zod/mini';
import { itemsOf } from '../../../src/fictional-data/index.js';
import { dayNumber } from 'svc-link/contract';
import { addDays, daysBetween } from '../../../src/work/index.js';

/** A moment, in milliseconds since 1970, and how many seconds the person's clock is ahead of UTC then. */
export interface Moment {
  readonly at: number;
  readonly offset: number;
}

export interface Sleep {
  readonly start: Moment;
  readonly stop: Moment;
  /** The stages one after the other without a gap, in whole minutes. `from` and `until` are seconds from the start. */
  readonly course: readonly { readonly stage: Stage; readonly from: number; readonly until: number }[];
  /** Seconds of each stage. */
  readonly stages: Readonly<Record<Stage, number>>;
  readonly latency: number;
  readonly score: number;
  readonly lowestHeartRate: number;
  readonly averageHeartRate: number;
  readonly variability: number;
  readonly breaths: number;
}
type Stage = 'awake' | 'light' | 'deep' | 'rem';

export interface Workout {
  readonly start: Moment;
  readonly stop: Moment;
  readonly sport: 'running' | 'cycling' | 'walking' | 'rowing' | 'strength_training';
  /** Seconds. */
  readonly moving: number;
  readonly kilocalories: number;
  readonly meters: number | null;
  readonly climb: number | null;
  readonly averageHeartRate: number;
  readonly maximumHeartRate: number;
}

export interface LivedDay {
  readonly date: string;
  readonly zone: string;
  /** The night that ends in the morning of this day; absent if the device was not worn. */
  readonly night: Sleep | undefined;
  readonly nap: Sleep | undefined;
  readonly workout: Workout | undefined;
  /** The day's movement. All values are zero if the device was not worn. */
  readonly steps: number;
  readonly meters: number;
  readonly floors: number;
  readonly activeKilocalories: number;
  readonly kilocalories: number;
  /** Minutes. */
  readonly low: number;
  readonly medium: number;
  readonly high: number;
  readonly heartRate: {
    readonly min: number;
    readonly average: number;
    readonly max: number;
    readonly resting: number;
  };
  /** A weighing in the morning; absent on most days. */
  readonly body:
    | {
        readonly measured: Moment;
        readonly kilograms: number;
        readonly fat: number;
        readonly water: number;
        readonly muscle: number;
      }
    | undefined;
  /** Measurements of a resource, such as `heartrate` or `glucose`. */
  measured(resource: string): readonly (Moment & { readonly value: number; readonly unit: string })[];
  readonly pressure: readonly (Moment & { readonly systolic: number; readonly diastolic: number })[];
}

export interface Life {
  readonly height: number;
  readonly birthDate: string;
  readonly gender: 'female' | 'male' | 'other';
  /** The earliest first. */
  readonly days: readonly LivedDay[];
}

const number = z.number();
const Activity = z.object({
  steps: number,
  distance: number,
  floors_climbed: number,
  calories_active: number,
  calories_total: number,
  low: number,
  medium: number,
  high: number,
  heart_rate: z.object({ min_bpm: number, avg_bpm: number, max_bpm: number, resting_bpm: number }),
});
const Night = z.object({
  timezone_offset: number,
  bedtime_start: z.string(),
  score: number,
  hr_lowest: number,
  hr_average: number,
  average_hrv: number,
  respiratory_rate: number,
});
const Course = z.object({
  stage_end_offset_second: z.array(number),
  stage_type: z.array(z.enum(['awake', 'light', 'deep', 'rem'])),
});
const Exercise = z.object({
  timezone_offset: number,
  time_start: z.string(),
  time_end: z.string(),
  sport: z.object({ slug: z.enum(['running', 'cycling', 'walking', 'rowing', 'strength_training']) }),
  moving_time: number,
  calories: number,
  distance: z.nullable(number),
  total_elevation_gain: z.nullable(number),
  average_hr: number,
  max_hr: number,
});
const Body = z.object({
  timezone_offset: number,
  measured_at: z.string(),
  weight: number,
  fat: number,
  water_percentage: number,
  muscle_mass: number,
});
const Profile = z.object({
  height: number,
  birth_date: z.string(),
  gender: z.enum(['female', 'male', 'other']),
});
const Sample = z.object({ timezone_offset: number, timestamp: z.string(), value: number, unit: z.string() });
const Pressure = z.object({
  timezone_offset: number,
  timestamp: z.string(),
  systolic: number,
  diastolic: number,
});

/** How a person's life differs from everybody's. */
export interface Circumstances {
  /** The person's zone on a day; absent if it is everybody's. */
  zoneOn?(date: string): string;
  /** How much later than others the person sleeps, in seconds. Nights still end on the same day. */
  readonly sleepsLater?: number;
  /** When workouts begin and weights are taken, in seconds after midnight. */
  readonly trainsAt?: number;
  /** How much later everything is measured, in seconds. */
  readonly measuresLater?: number;
}

/**
 * Everybody's zone on a day: of sixty days, five in New York and four
 * in Kolkata, whose offset is not in whole hours. Otherwise Berlin.
 */
function zoneOn(date: string): string {
  const day = dayNumber(date) % 60;
  if (day >= 5 && day < 10) return 'America/New_York';
  return day >= 33 && day < 37 ? 'Asia/Kolkata' : 'Europe/Berlin';
}

const clocks = new Map<string, Intl.DateTimeFormat>();
/** The local time in a zone, in milliseconds as if it were UTC. It is computed in another way than the service does. */
function shown(zone: string, at: number): number {
  const clock =
    clocks.get(zone) ??
    new Intl.DateTimeFormat('en', {
      ...{ timeZone: zone, calendar: 'iso8601', hourCycle: 'h23', year: 'numeric', month: 'numeric' },
      ...{ day: 'numeric', hour: 'numeric', minute: 'numeric', second: 'numeric' },
    });
  clocks.set(zone, clock);
  const parts = new Map(clock.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  const of = (name: Intl.DateTimeFormatPartTypes): number => parts.get(name) ?? 0;
  return Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'));
}

/** A moment on the clocks of a zone. */
export const momentIn = (zone: string, at: number): Moment => ({
  at,
  offset: (shown(zone, at) - Math.floor(at / 1000) * 1000) / 1000,
});

/**
 * The first moment at which the clocks of a zone show a time or have
 * passed it. Once a year some times are skipped, and some happen twice.
 */
export function onClocks(zone: string, local: number): Moment {
  const near = [-1, 1].map((days) => local - momentIn(zone, local + days * 86_400_000).offset * 1000);
  const [first = local, second = local] = near.toSorted((one, other) => one - other);
  return momentIn(zone, shown(zone, first) >= local ? first : second);
}

/**
 * The moment at which the clocks of a zone show the same time as a clock
 * with a fixed offset at `timestamp`, or `later` seconds after it.
 */
const sameOnClocks = (zone: string, timestamp: string, offset: number, later = 0): Moment =>
  onClocks(zone, Math.round(Date.parse(timestamp) / 1000) * 1000 + (offset + later) * 1000);

const momentOf = (
  zone: string,
  date: string,
  timestamp: string,
  offset: number,
  trainsAt: number | undefined,
): Moment =>
  trainsAt === undefined
    ? sameOnClocks(zone, timestamp, offset)
    : onClocks(zone, Date.parse(date) + trainsAt * 1000);

const after = (zone: string, { at }: Moment, seconds: number): Moment => momentIn(zone, at + seconds * 1000);

function sleepOf(account: string, date: string, zone: string, later: number | undefined): Sleep {
  const [night, course] = [itemsOf('sleep', account, date)[0], itemsOf('sleep_cycle', account, date)[0]];
  const { bedtime_start, timezone_offset, ...read } = Night.parse(night);
  const { stage_end_offset_second: ends, stage_type } = Course.parse(course);
  const minute = (seconds: number): number => Math.round(seconds / 60) * 60;
  const stretches = stage_type
    .map((stage, at) => ({ stage, from: minute(ends[at - 1] ?? 0), until: minute(ends[at] ?? 0) }))
    .filter(({ from, until }) => until > from);
  const start = sameOnClocks(zone, bedtime_start, timezone_offset, later);
  return {
    start,
    stop: after(zone, start, stretches.at(-1)?.until ?? 0),
    course: stretches,
    stages: stagesOf(stretches),
    latency: stretches[0]?.stage === 'awake' ? stretches[0].until : 0,
    score: read.score,
    lowestHeartRate: read.hr_lowest,
    averageHeartRate: read.hr_average,
    variability: read.average_hrv,
    breaths: read.respiratory_rate,
  };
}

function stagesOf(course: Sleep['course']): Sleep['stages'] {
  const of = (stage: Stage): number =>
    course.reduce((sum, each) => (each.stage === stage ? sum + each.until - each.from : sum), 0);
  return { awake: of('awake'), light: of('light'), deep: of('deep'), rem: of('rem') };
}

/** A nap of forty minutes after lunch. */
function napOf(night: Sleep, date: string, zone: string): Sleep {
  const course = [
    { stage: 'awake', from: 0, until: 300 },
    { stage: 'light', from: 300, until: 2400 },
  ] as const;
  const start = sameOnClocks(zone, `${date}T13:30:00Z`, 0);
  return {
    ...night,
    start,
    stop: after(zone, start, 2400),
    course,
    stages: stagesOf(course),
    latency: 300,
    score: 60,
  };
}

function workoutOf(
  account: string,
  date: string,
  zone: string,
  trainsAt: number | undefined,
): Workout | undefined {
  const [item] = itemsOf('workouts', account, date);
  if (item === undefined) return undefined;
  const read = Exercise.parse(item);
  const start = momentOf(zone, date, read.time_start, read.timezone_offset, trainsAt);
  const seconds = Math.round((Date.parse(read.time_end) - Date.parse(read.time_start)) / 1000);
  return {
    start,
    stop: after(zone, start, seconds),
    sport: read.sport.slug,
    moving: read.moving_time,
    kilocalories: read.calories,
    meters: read.distance,
    climb: read.total_elevation_gain,
    averageHeartRate: read.average_hr,
    maximumHeartRate: read.max_hr,
  };
}

function bodyOf(account: string, date: string, zone: string, trainsAt: number | undefined): LivedDay['body'] {
  const read = Body.parse(itemsOf('body', account, date)[0]);
  return {
    measured: momentOf(zone, date, read.measured_at, read.timezone_offset, trainsAt),
    kilograms: read.weight,
    fat: read.fat,
    water: read.water_percentage,
    muscle: read.muscle_mass,
  };
}

function dayOf(account: string, date: string, lived: Circumstances): LivedDay {
  const zone = lived.zoneOn?.(date) ?? zoneOn(date);
  const { sleepsLater, trainsAt, measuresLater } = lived;
  const day = dayNumber(date);
  // Every thirteenth day the device stays on its charger, every ninth day has a nap, and every third starts with a weighing.
  const worn = day % 13 !== 5;
  const night = worn ? sleepOf(account, date, zone, sleepsLater) : undefined;
  const moved = Activity.parse(itemsOf('activity', account, date)[0]);
  const seen = (value: number): number => (worn ? value : 0);
  return {
    date,
    zone,
    night,
    nap: night !== undefined && day % 9 === 0 ? napOf(night, date, zone) : undefined,
    workout: worn ? workoutOf(account, date, zone, trainsAt) : undefined,
    steps: seen(moved.steps),
    meters: seen(moved.distance),
    floors: seen(moved.floors_climbed),
    activeKilocalories: seen(moved.calories_active),
    // A person without the device is assumed to rest.
    kilocalories: moved.calories_total - (worn ? 0 : moved.calories_active),
    low: seen(moved.low),
    medium: seen(moved.medium),
    high: seen(moved.high),
    heartRate: {
      min: moved.heart_rate.min_bpm,
      average: moved.heart_rate.avg_bpm,
      max: moved.heart_rate.max_bpm,
      resting: moved.heart_rate.resting_bpm,
    },
    body: day % 3 === 0 ? bodyOf(account, date, zone, trainsAt) : undefined,
    measured: (resource) =>
      itemsOf(resource, account, date).map((item) => {
        const { timestamp, timezone_offset, value, unit } = Sample.parse(item);
        return { ...sameOnClocks(zone, timestamp, timezone_offset, measuresLater), value, unit };
      }),
    pressure: itemsOf('blood_pressure', account, date).map((item) => {
      const { timestamp, timezone_offset, systolic, diastolic } = Pressure.parse(item);
      return { ...sameOnClocks(zone, timestamp, timezone_offset, measuresLater), systolic, diastolic };
    }),
  };
}

/** The life of an account's person. It is the same at every call. */
export function lifeOf(account: string, until: string, days = 100, lived: Circumstances = {}): Life {
  const { height, birth_date, gender } = Profile.parse(itemsOf('profile', account, until)[0]);
  return {
    height,
    birthDate: birth_date,
    gender,
    days: daysBetween(addDays(until, 1 - days), until).map((date) => dayOf(account, date, lived)),
  };
}
