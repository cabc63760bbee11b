// For servers only: nothing here is part of a browser's bundle.
import * as z from 'zod/mini';

/** The answer of an endpoint that has nothing else to tell. */
export const success = z.looseObject({ success: z.boolean() });

/** The name that a person gives a team or a key. */
export const name = z
  .string()
  .check(z.maxLength(100), z.regex(/\S/, 'expected a name'), z.regex(/^\P{Cc}*$/u, 'expected one line'));
