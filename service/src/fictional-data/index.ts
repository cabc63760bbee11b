// The data of the fictional providers, computed from the account and
// the date, so that it is always the same. No database, no clock.
import { bodyOf, profileOf } from './body.js';
import { dayOf, type Day } from './day.js';
import { mealsOf } from './meals.js';
import { activityOf, workoutsOf } from './movement.js';
import * as samples from './samples.js';
import { sleepCycleOf, sleepOf } from './sleep.js';

export { arrivesIncomplete } from './day.js';

const makers: Readonly<Record<string, (day: Day) => object[]>> = {
  activity: activityOf,
  blood_pressure: samples.bloodPressureOf,
  body: bodyOf,
  body_temperature: samples.temperatureOf,
  carbohydrates: samples.carbohydratesOf,
  electrocardiogram: samples.electrocardiogramOf,
  glucose: samples.glucoseOf,
  heartrate: samples.heartRateOf,
  inhaler_usage: samples.inhalerOf,
  insulin: samples.insulinOf,
  meal: mealsOf,
  menstrual_cycle: samples.menstrualCycleOf,
  mood: samples.moodOf,
  profile: profileOf,
  respiratory_rate: samples.breathsOf,
  sleep: sleepOf,
  sleep_cycle: sleepCycleOf,
  steps: samples.stepSamples,
  water: samples.waterOf,
  workouts: workoutsOf,
};

/**
 * The items of a resource that an account has on a day, in the order of the day; empty if there are none. The units are those of
 * the contract's summaries; values of other resources name their unit. `complete` is false for the data that a provider sends
 * before the device has sent everything.
 */
export function itemsOf(resource: string, account: string, date: string, complete = true): readonly object[] {
  const day = dayOf(account, date, complete);
  const about = { calendar_date: date, timezone_offset: day.person.timezoneOffset };
  return (makers[resource]?.(day) ?? []).map((item) =>
    resource === 'profile' ? item : { ...about, ...item },
  );
}
export { type Random, randomOf, rounded } from './random.js';
