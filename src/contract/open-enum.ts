import * as z from 'zod/mini';

/** One of the known values, or one that a later version of the service adds. */
export type Open<Known extends string> = Known | (string & Record<never, never>);

/**
 * A non-exhaustive enumeration of the specification: readers accept any string, and editors still complete the known values.
 * The literal branch stays so that the OpenAPI document and the service's own tests can see which values are known.
 */
/* @__NO_SIDE_EFFECTS__ */
export const openEnum = <const Known extends string>(values: readonly [Known, ...Known[]]) =>
  // The cast only widens: a union of literals and string is a string that remembers its known values.
  z.union([z.literal(values), z.string()]) as unknown as z.ZodMiniType<Open<Known>, Open<Known>>;
