import { dayNumber } from 'svc-link/contract';

const millisecondsADay = 86_400_000;

/** The UTC date of a number of days since 1970. */
const dateOf = (days: number): string => new Date(days * millisecondsADay).toISOString().slice(0, 10);

/** The UTC date of a moment. */
export const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10);

/** The date some days after another, or before it if `days` is negative. */
export const addDays = (date: string, days: number): string => dateOf(dayNumber(date) + days);

/** The last day that is over at a moment. A day's data arrives once the day is over. */
export const lastWholeDay = (moment: Date): string =>
  dateOf(Math.floor(moment.getTime() / millisecondsADay) - 1);

/** All dates from one to another, both included. */
export function daysBetween(from: string, until: string): string[] {
  const [first, last] = [dayNumber(from), dayNumber(until)];
  const days = [];
  for (let day = first; day <= last; day++) days.push(dateOf(day));
  return days;
}
