import { syncedUntil, type Day } from './day.js';
import { rounded } from './random.js';

/** How people spread their steps over the hours of a working day, and of a free day. */
const workingHours = [0, 0, 0, 0, 0, 1, 4, 9, 8, 4, 4, 5, 9, 6, 4, 4, 5, 10, 9, 6, 4, 3, 1, 0];
const freeHours = [0, 0, 0, 0, 0, 0, 1, 2, 4, 8, 10, 10, 8, 7, 9, 9, 8, 6, 5, 4, 3, 2, 1, 0];

/** The steps of each hour of the day, as far as they have arrived. */
export function stepsByHour({ person, weekday, isWeekend, complete, about }: Day): number[] {
  const random = about('steps');
  const eager = person.restDays.includes(weekday) ? 0.85 : 1.05;
  const target = person.steps * (isWeekend ? 0.88 : 1) * eager * Math.max(0.4, random.around(1, 0.3));
  const hours = isWeekend ? freeHours : workingHours;
  const whole = hours.reduce((sum, share) => sum + share, 0);
  return hours.map((share, hour) => {
    const steps = Math.round((target * share * random.between(0.75, 1.25)) / whole);
    return complete || hour < syncedUntil ? steps : 0;
  });
}

/** The day's movement as a summary. All values follow from the steps. */
export function activityOf(day: Day): object[] {
  const { person, about } = day;
  const random = about('activity');
  const steps = stepsByHour(day).reduce((sum, each) => sum + each, 0);
  const distance = Math.round(steps * person.height * 0.00415);
  const active = Math.round(steps * person.weight * 0.00055);
  // The formula of Mifflin and St Jeor, for a person of forty.
  const sex = person.gender === 'male' ? 5 : -161;
  const atRest = Math.round(10 * person.weight + 6.25 * person.height - 200 + sex);
  const minutes = Math.round(steps / 105);
  const high = Math.round(minutes * random.between(0.02, 0.12));
  const medium = Math.round(minutes * random.between(0.2, 0.4));
  const resting = person.restingHeartRate + random.integer(-2, 2);
  return [
    {
      steps,
      distance,
      calories_active: active,
      calories_total: atRest + active,
      floors_climbed: Math.round(steps / random.integer(700, 1600)),
      low: minutes - medium - high,
      medium,
      high,
      heart_rate: {
        min_bpm: resting - random.integer(1, 5),
        avg_bpm: resting + random.integer(10, 18),
        max_bpm: resting + random.integer(55, 95),
        resting_bpm: resting,
      },
    },
  ];
}

interface Sport {
  readonly slug: string;
  readonly name: string;
  /** Meters per second. */
  readonly speed: number;
  /** Metabolic equivalents: kilocalories per kilogram and hour. */
  readonly effort: number;
  /** Meters of ascent per kilometer. */
  readonly climb: number;
}

const sports: readonly [Sport, ...Sport[]] = [
  { slug: 'running', name: 'Running', speed: 2.7, effort: 9.5, climb: 8 },
  { slug: 'cycling', name: 'Cycling', speed: 6.4, effort: 7.5, climb: 10 },
  { slug: 'walking', name: 'Walking', speed: 1.4, effort: 3.5, climb: 7 },
  { slug: 'rowing', name: 'Rowing', speed: 2.4, effort: 7, climb: 0 },
  { slug: 'strength_training', name: 'Strength training', speed: 0, effort: 5, climb: 0 },
];

/** The day's workout, on five days of the week: before or after work, or late in the morning of a free day. */
export function workoutsOf(day: Day): object[] {
  const { person, weekday, isWeekend, complete, about, at } = day;
  const random = about('workouts');
  if (person.restDays.includes(weekday)) return [];
  const start = isWeekend ? random.between(9.5, 11) : random.pick([6.5, 17.5, 18]) + random.between(0, 0.5);
  if (!complete && start >= syncedUntil) return [];
  const sport = random.pick(sports);
  const minutes = random.integer(25, isWeekend ? 95 : 60);
  const pause = random.integer(0, 240);
  const moving = minutes * 60 - pause;
  const distance = Math.round(sport.speed * moving * random.between(0.85, 1.15));
  const average = person.restingHeartRate + Math.round(sport.effort * random.between(7, 9));
  return [
    {
      title: `${isWeekend ? 'Weekend' : start < 12 ? 'Morning' : 'Evening'} ${sport.name.toLowerCase()}`,
      sport: { slug: sport.slug, name: sport.name },
      time_start: at(start),
      time_end: at(start + minutes / 60),
      moving_time: moving,
      calories: Math.round((sport.effort * person.weight * moving) / 3600),
      distance: sport.speed === 0 ? null : distance,
      total_elevation_gain: sport.speed === 0 ? null : rounded((distance / 1000) * sport.climb),
      average_hr: average,
      max_hr: average + random.integer(12, 28),
    },
  ];
}
