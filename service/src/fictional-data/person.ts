import { randomOf } from './random.js';

/** The constant values of the person behind an account. Each day's values vary around them. */
export interface Person {
  readonly gender: 'female' | 'male' | 'other';
  readonly birthDate: string;
  /** Centimeters. */
  readonly height: number;
  /** Kilograms. */
  readonly weight: number;
  /** Percent of the weight. */
  readonly fat: number;
  /** Beats per minute. */
  readonly restingHeartRate: number;
  /** Steps on a usual weekday. */
  readonly steps: number;
  /** How many seconds the person's local time is ahead of UTC. */
  readonly timezoneOffset: number;
  /** Local time in hours after midnight of the day before: 22.5 is half past ten in the evening. */
  readonly bedtime: number;
  /** How many hours the person sleeps on a working day. */
  readonly sleep: number;
  /** The two days of the week without exercise, 0 for Sunday. */
  readonly restDays: readonly [number, number];
}

const offsets = [0, 3600, 7200] as const;

/** Time zones that are 0, 1 and 2 hours ahead of UTC all year. */
export const zones = ['Africa/Accra', 'Africa/Lagos', 'Africa/Johannesburg'] as const;

/** The person behind an account. No person is west of Greenwich, so that a day that is over in UTC is over for them too. */
export function personOf(account: string): Person {
  const random = randomOf(`person ${account}`);
  const gender = random.pick<Person['gender']>(['female', 'male', 'female', 'male', 'other']);
  const height = random.integer(155, 195);
  const rest = random.integer(0, 6);
  return {
    gender,
    birthDate: `${random.integer(1955, 2004)}-${two(random.integer(1, 12))}-${two(random.integer(1, 28))}`,
    height,
    weight: (height / 100) ** 2 * random.between(20, 29),
    fat: random.between(16, 32),
    restingHeartRate: random.integer(48, 68),
    steps: random.integer(5_500, 11_500),
    timezoneOffset: random.pick(offsets),
    bedtime: random.between(21.75, 23.5),
    sleep: random.between(6.4, 8),
    restDays: [rest, (rest + random.integer(2, 5)) % 7],
  };
}

const two = (number: number): string => String(number).padStart(2, '0');
