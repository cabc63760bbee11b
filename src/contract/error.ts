import * as z from 'zod/mini';
import { linkErrorTypes } from './link-error-types.js';
import { openEnum } from './open-enum.js';

/** `error_type` as read from the service. */
export const LinkErrorTypeSchema = openEnum(linkErrorTypes);

/**
 * The body of a failed request: `detail` is a sentence, an object with a code, or the list of places
 * at which a body or query does not follow the schema.
 */
export const ErrorBody = z.looseObject({
  detail: z.union([
    z.string(),
    z.array(
      z.looseObject({
        loc: z.array(z.union([z.string(), z.int()])),
        msg: z.string(),
        type: z.optional(z.string()),
      }),
    ),
    z.looseObject({
      error_type: z.optional(z.nullable(z.string())),
      error_message: z.optional(z.nullable(z.string())),
    }),
  ]),
});
export type ErrorBody = z.infer<typeof ErrorBody>;
