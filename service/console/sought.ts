// Reads what support staff enter to find a session, and decides what it can be.

/** A UUID of any version, in lower case. */
const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/**
 * The id of a session, a request or a user, or a time: these may be in an address. Anything else
 * is taken for the team's own id of a user, which may be a name and must not be in an address.
 */
export type Sought =
  | { readonly kind: 'id'; readonly value: string }
  | { readonly kind: 'time'; readonly value: string }
  | {
      readonly kind: 'client-user-id';
      readonly value: string;
      /** Whether the text is most likely a time that cannot be read. */
      readonly looksLikeTime: boolean;
    };

/** What a text means; undefined if it is empty. A time without a zone is in the viewer's zone. */
export function soughtBy(text: string): Sought | undefined {
  const value = text.trim();
  if (value === '') return undefined;
  if (uuid.test(value.toLowerCase())) return { kind: 'id', value: value.toLowerCase() };
  const time = timeOf(value);
  if (time) return { kind: 'time', value: time.toISOString() };
  return { kind: 'client-user-id', value, looksLikeTime: timeLike.test(value) };
}

/** Only dates that begin with the year, because other orders of day and month can be misread. */
const written =
  /^(\d{4}-\d\d-(\d\d))(?:T|\s+)(\d\d:\d\d(?::\d\d(?:\.\d+)?)?)\s*(Z|(?:UTC|GMT)?([+-])(\d{1,2})(?::?(\d\d))?|UTC|GMT)?$/i;

/** A date in any order, alone or followed by more, or an hour: `around 2 pm`, or a time as the console writes it. */
const timeLike = /^\d{1,4}([-./])\d\d?\1\d{1,4}(?![^T\s])|\b\d\d?(:\d\d| ?[ap]m)\b/i;

function timeOf(text: string): Date | undefined {
  const [, day, dayOfMonth, clock, zone, sign, hours = '', minutes = '00'] = written.exec(text) ?? [];
  if (day === undefined || clock === undefined) return undefined;
  const offset = zone === undefined ? '' : sign ? `${sign}${hours.padStart(2, '0')}:${minutes}` : 'Z';
  const time = new Date(`${day}T${clock}${offset}`);
  // Some browsers take the 30th of February for a day in March.
  const isDay = new Date(`${day}T00:00Z`).getUTCDate() === Number(dayOfMonth);
  return isDay && !Number.isNaN(time.getTime()) ? time : undefined;
}
