// For servers only: nothing here is part of a browser's bundle.
import * as z from 'zod/mini';

const millisecondsADay = 86_400_000;

/** Days since 1970-01-01, or NaN if the text is not a calendar date. */
export function dayNumber(date: string): number {
  const moment = Date.parse(`${date}T00:00:00Z`);
  // Some engines take February 30 for March 2.
  const isDay = !Number.isNaN(moment) && new Date(moment).toISOString().startsWith(date);
  return isDay ? moment / millisecondsADay : Number.NaN;
}

/** A day as YYYY-MM-DD. */
export const calendarDate = z
  .string()
  .check(
    z.regex(/^\d{4}-\d{2}-\d{2}$/, { error: 'expected a date as YYYY-MM-DD', abort: true }),
    z.refine((date) => !Number.isNaN(dayNumber(date)), 'this day is not in the calendar'),
  )
  .register(z.globalRegistry, { format: 'date' });

/** The longest range that one request reads, in days. */
export const longestRange = 366;

/** The longest range of a resource with many items a day, in days. */
export const longestTimeseries = 31;

/** From `start_date` to `end_date`, both included. 422 if out of order, or with `error` if more than `mostApart` days apart. */
const rangeOf = (mostApart: number, error: string) =>
  z.object({ start_date: calendarDate, end_date: calendarDate }).check(
    z.refine(({ start_date, end_date }) => start_date <= end_date, {
      path: ['end_date'],
      error: 'end_date is before start_date',
    }),
    // Not `<=`: the distance is NaN if a text is not a date, and that text has an error of its own already.
    z.refine(({ start_date, end_date }) => !(dayNumber(end_date) - dayNumber(start_date) > mostApart), {
      path: ['end_date'],
      error,
    }),
  );

/** From `start_date` to `end_date`, both included. 422 if they are out of order or more than 366 days apart. */
export const dateRange = rangeOf(
  longestRange,
  `end_date is more than ${longestRange} days after start_date: ask for less at a time`,
);

/** The same range for at most 31 days. */
export const timeseriesRange = rangeOf(
  longestTimeseries - 1,
  `start_date to end_date is more than ${longestTimeseries} days: ask for less at a time`,
);
