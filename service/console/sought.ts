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
  | {
      readonly kind: 'client-user-id';
      readonly value: string;
      /** Whether a time was meant, most likely, which cannot be read. */
      readonly looksLikeTime: boolean;
    };

/** What a text is; undefined if it is empty. A time without a zone is one of the viewer's. */
export function soughtBy(text: string): Sought | undefined {
  const value = text.trim();
  if (value === '') return undefined;
  if (uuid.test(value.toLowerCase())) return { kind: 'id', value: value.toLowerCase() };
  const time = timeOf(value);
  if (time) return { kind: 'time', value: time.toISOString() };
  return { kind: 'client-user-id', value, looksLikeTime: timeLike.test(value) };
}

/** Dates that begin with the year alone: any other order of day and month can be misread. */
const written =
  /^(\d{4}-\d\d-(\d\d))(?:T|\s+)(\d\d:\d\d(?::\d\d(?:\.\d+)?)?)\s*(Z|(?:UTC|GMT)?([+-])(\d{1,2})(?::?(\d\d))?|UTC|GMT)?$/i;

/** A date of whatever order, alone or before more. */
const timeLike = /^(?:\d{4}-\d\d?-\d\d?|\d{1,2}([./])\d{1,2}\1\d{4})(?:$|[T\s])/;

function timeOf(text: string): Date | undefined {
  const [, day, dayOfMonth, clock, zone, sign, hours = '', minutes = '00'] = written.exec(text) ?? [];
  if (day === undefined || clock === undefined) return undefined;
  const offset = zone === undefined ? '' : sign ? `${sign}${hours.padStart(2, '0')}:${minutes}` : 'Z';
  const time = new Date(`${day}T${clock}${offset}`);
  // Some take the 30th of February for a day in March.
  const isDay = new Date(`${day}T00:00Z`).getUTCDate() === Number(dayOfMonth);
  return isDay && !Number.isNaN(time.getTime()) ? time : undefined;
}
