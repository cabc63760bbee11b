import { dayNumber } from 'svc-link/contract';
import { personOf, type Person } from './person.js';
import { hashOf, randomOf, type Random } from './random.js';

/** A day of a person, as far as the provider has it. */
export interface Day {
  readonly person: Person;
  /** YYYY-MM-DD. */
  readonly date: string;
  /** 0 for Sunday. */
  readonly weekday: number;
  readonly isWeekend: boolean;
  /** False while the device has not sent the evening yet, and the provider has not gone over the night. */
  readonly complete: boolean;
  /** Numbers of this day about one subject; another subject does not change them. */
  about(subject: string): Random;
  /** A moment of the day on the person's clock, in hours after its midnight, as ISO 8601. */
  at(hour: number): string;
}

/** From this hour on, on the person's clock, an incomplete day has nothing. */
export const syncedUntil = 16;

export function dayOf(account: string, date: string, complete: boolean): Day {
  const person = personOf(account);
  const days = dayNumber(date);
  // 1970-01-01 was a Thursday.
  const weekday = (days + 4) % 7;
  const midnight = days * 86_400 - person.timezoneOffset;
  return {
    person,
    date,
    weekday,
    isWeekend: weekday === 0 || weekday === 6,
    complete,
    about: (subject) => randomOf(`${subject} ${date} ${account}`),
    at: (hour) => new Date(Math.round(midnight + hour * 3600) * 1000).toISOString(),
  };
}

/** Whether a provider sends this day incomplete at first: each third one, of each resource another. */
export const arrivesIncomplete = (account: string, resource: string, date: string): boolean =>
  (dayNumber(date) + hashOf(`${resource} ${account}`)) % 3 === 0;
