import { dayNumber } from 'svc-link/contract';
import { personOf, type Person } from './person.js';
import { hashOf, randomOf, type Random } from './random.js';

/** A person's day, as far as the provider has it. */
export interface Day {
  readonly person: Person;
  /** YYYY-MM-DD. */
  readonly date: string;
  /** 0 for Sunday. */
  readonly weekday: number;
  readonly isWeekend: boolean;
  /** False until the device has sent the evening's data and the provider has analysed the night. */
  readonly complete: boolean;
  /** Random numbers of this day for one subject. Other subjects do not change them. */
  about(subject: string): Random;
  /** A moment of the day, in hours after local midnight, as ISO 8601. */
  at(hour: number): string;
}

/** The local hour from which on an incomplete day has no data. */
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

/** Whether a provider first sends this day incomplete. It is every third day; which one differs by account and resource. */
export const arrivesIncomplete = (account: string, resource: string, date: string): boolean =>
  (dayNumber(date) + hashOf(`${resource} ${account}`)) % 3 === 0;
