// For servers only: nothing here is part of a browser's bundle.
import * as z from 'zod/mini';

/** A whole number in a query, whose values are all text. It must be from `least` to `most`. */
export const queryInteger = (least: number, most: number) =>
  z.optional(
    z.pipe(
      z.union([z.number(), z.string().check(z.regex(/^-?\d{1,15}$/, 'expected a whole number'))]),
      z.pipe(z.transform(Number), z.number().check(z.int(), z.minimum(least), z.maximum(most))),
    ),
  );

/** The largest offset of any list. */
export const furthestOffset = 1_000_000_000;
