// What somebody in support was given to find a session by, and what it can be.

/** A version 4 or any other UUID, in lower case. */
const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/**
 * An id of a session, a request or a user, or a time: these can stand in an address. Anything else is how the team's server
 * names a user, which can be a name and stands in none.
 */
export type Sought =
  | { readonly kind: 'id'; readonly value: string }
  | { readonly kind: 'time'; readonly value: string }
  | { readonly kind: 'client-user-id'; readonly value: string };

/** What a text is; undefined if it is empty. A time without a zone is one of the viewer's. */
export function soughtBy(text: string): Sought | undefined {
  const value = text.trim();
  if (value === '') return undefined;
  if (uuid.test(value.toLowerCase())) return { kind: 'id', value: value.toLowerCase() };
  // Dates that begin with the year alone: any other order of day and month can be misread.
  const time = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(value) ? Date.parse(value.replace(' ', 'T')) : Number.NaN;
  if (!Number.isNaN(time)) return { kind: 'time', value: new Date(time).toISOString() };
  return { kind: 'client-user-id', value };
}
