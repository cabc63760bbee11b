// For servers only: nothing here is part of a browser's bundle.
import * as z from 'zod/mini';

/** A stored value that could not be read, because the key that encrypted it is lost. The service's log says why. */
export const UnreadableValue = z.looseObject({
  /**
   * The kind of value: `connection` (its user name or tokens), `pulled_day`, `insurance`, `lab_order` (its results), `event` or
   * `webhook` (its headers).
   */
  table: z.string(),
  /** The id of the value. For a day: the id of its connection, the resource and the date. */
  row: z.string(),
});
export type UnreadableValue = z.infer<typeof UnreadableValue>;

/** What a list lacks because it could not be read; absent if it lacks nothing. */
export const unreadable = z.optional(z.array(UnreadableValue));
