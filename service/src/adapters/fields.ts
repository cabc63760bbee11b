// Fields of providers' answers, as schemas. Values that pass them can be read without another check.
import * as z from 'zod/mini';
import { calendarDate } from 'svc-link/contract';
import { momentOf, momentOfLocal } from './days.js';

const passes =
  (read: (text: string) => number) =>
  (text: string): boolean => {
    try {
      return !Number.isNaN(read(text));
    } catch {
      return false;
    }
  };

/** A number that may be missing. */
export const maybeNumber = z.nullish(z.number());
/** A number that may be missing, or be sent as text. Read it with `numberOf`. */
export const maybeFigure = z.nullish(z.union([z.string(), z.number()]));
/** A text that may be missing. */
export const maybeText = z.nullish(z.string());
/** An id, which may be a number. */
export const recordId = z.union([z.int(), z.string().check(z.minLength(1))]);
/** A day as YYYY-MM-DD. */
export const day = calendarDate;
/** A time with an offset. */
export const timestamp = z.string().check(z.refine(passes(momentOf), 'no timestamp with an offset'));
/** A local time of the person, without an offset. */
export const localTime = z.string().check(
  z.refine(
    passes((text) => momentOfLocal(text, 0)),
    'no local time',
  ),
);
/** A time in any form whose first ten characters are the day. */
export const timeOfDay = z
  .string()
  .check(z.refine((text) => calendarDate.safeParse(text.slice(0, 10)).success, 'no day'));

/** The parsed JSON of a text; undefined if the text is not JSON. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
