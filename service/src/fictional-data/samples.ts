import { dayNumber } from 'svc-link/contract';
import { syncedUntil, type Day } from './day.js';
import { stepsByHour } from './movement.js';
import { rounded, type Random } from './random.js';

/** Makes a measurement at an hour. */
type Measure = (random: Random, hour: number, day: Day) => object;

/** Makes samples at these local hours, as far as they have arrived. */
const samples =
  (subject: string, hours: readonly number[], measure: Measure) =>
  (day: Day): object[] => {
    const random = day.about(subject);
    return hours.flatMap((hour) => {
      const sample = { timestamp: day.at(hour + random.between(0, 0.2)), ...measure(random, hour, day) };
      return day.complete || hour < syncedUntil ? [sample] : [];
    });
  };

const value = (unit: string, measured: number, digits = 0): object => ({
  value: rounded(measured, digits),
  unit,
});

const everyTwoHours = [1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23];
const mealHours = [7.5, 12.5, 19];
/** How far the body is from rest at an hour, from 0 to 1. */
const awake = (hour: number): number => Math.max(0, Math.sin(((hour - 6) / 17) * Math.PI));

/** The steps of each hour that had any. Their sum is the day's steps. */
export const stepSamples = (day: Day): object[] =>
  stepsByHour(day).flatMap((steps, hour) =>
    steps > 0 ? [{ timestamp: day.at(hour), ...value('count', steps) }] : [],
  );

export const heartRateOf = samples('heartrate', everyTwoHours, (random, hour, { person }) =>
  value('bpm', person.restingHeartRate + 24 * awake(hour) + random.around(0, 5)),
);
export const temperatureOf = samples('temperature', [3, 9, 15, 21], (random, hour) =>
  value('°C', 36.2 + 0.7 * awake(hour) + random.around(0, 0.1), 1),
);
export const breathsOf = samples('breaths', [1, 4, 9, 15, 21], (random, hour) =>
  value('breaths/min', 13.5 + 2.5 * awake(hour) + random.around(0, 0.8), 1),
);
export const glucoseOf = samples('glucose', everyTwoHours, (random, hour) => {
  const afterMeal = mealHours.some((meal) => hour > meal && hour - meal < 2) ? 1.7 : 0;
  return value('mmol/L', 5.1 + afterMeal + random.around(0, 0.4), 1);
});
export const waterOf = samples('water', [8, 11, 14, 18, 20], (random) =>
  value('mL', random.integer(2, 5) * 100),
);
export const moodOf = samples('mood', [13, 21], (random) => value('1 to 5', random.integer(2, 5)));
export const insulinOf = samples('insulin', [7, 12, 18.5], (random) =>
  value('unit', random.between(3, 8), 1),
);
export const carbohydratesOf = samples('carbohydrates', mealHours, (random) =>
  value('g', random.integer(30, 90)),
);
export const inhalerOf = samples('inhaler', [8, 20], (random) => value('count', random.integer(1, 2)));
export const bloodPressureOf = samples('pressure', [7, 20.5], (random, hour) => {
  const systolic = Math.round(116 + 8 * awake(hour) + random.around(0, 6));
  return { systolic, diastolic: systolic - random.integer(36, 48), unit: 'mmHg' };
});
export const electrocardiogramOf = samples('ecg', [9], (random, _, { person }) => ({
  heart_rate: person.restingHeartRate + random.integer(4, 14),
  classification: 'sinus_rhythm',
  duration_seconds: 30,
}));

const cycleDays = 28;

/** The day of the person's cycle of 28 days. */
export function menstrualCycleOf({ date, person }: Day): object[] {
  const cycleDay = ((dayNumber(date) + person.height) % cycleDays) + 1;
  return [{ cycle_day: cycleDay, flow: cycleDay <= 2 ? 'heavy' : cycleDay <= 5 ? 'light' : 'none' }];
}
