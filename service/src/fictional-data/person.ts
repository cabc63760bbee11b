import { randomOf } from './random.js';

/** What stays the same about the person behind an account; every day varies around it. */
export interface Person {
  readonly gender: 'female' | 'male' | 'other';
  readonly birthDate: string;
  /** Centimeters. */
  readonly height: number;
  /** Kilograms. */
  readonly weight: number;
  /** Percent of the weight. */
  readonly fat: number;
  /** Beats a minute. */
  readonly restingHeartRate: number;
  /** On a usual weekday. */
  readonly steps: number;
  /** Seconds that the person's clock is ahead of UTC. */
  readonly timezoneOffset: number;
  /** Hours after midnight of the day before, on the person's clock: 22.5 is half past ten in the evening. */
  readonly bedtime: number;
  /** Hours that the person sleeps on a working day. */
  readonly sleep: number;
  /** The two days of the week without exercise, 0 for Sunday. */
  readonly restDays: readonly [number, number];
}

const offsets = [0, 3600, 7200] as const;

/** Where the clock is so far ahead all year, by hours. */
export const zones = ['Africa/Accra', 'Africa/Lagos', 'Africa/Johannesburg'] as const;

/** The person behind an account. All live east of Greenwich, so that a day that is over in UTC is over for them. */
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
