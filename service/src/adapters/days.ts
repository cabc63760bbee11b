// The person's own days: which day a moment belongs to, and the offset of a clock from UTC.

/** The day of a moment in milliseconds since 1970, on a clock that is `offsetSeconds` ahead of UTC. */
export const dayAt = (milliseconds: number, offsetSeconds: number): string =>
  new Date(milliseconds + offsetSeconds * 1000).toISOString().slice(0, 10);

/** The offset in a timestamp, in seconds ahead of UTC; null if it has none. */
export function offsetOfTimestamp(text: string): number | null {
  const [, zulu, sign, hours, minutes] = /(?:(Z)|([-+])(\d\d):?(\d\d))$/i.exec(text) ?? [];
  if (zulu !== undefined) return 0;
  if (sign === undefined) return null;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 3600 + Number(minutes) * 60);
}

/** Milliseconds since 1970 for a timestamp with an offset. Throws a RangeError for any other text. */
export function momentOf(text: string): number {
  const moment =
    offsetOfTimestamp(text) === null ? Number.NaN : Date.parse(text.replace(/([-+]\d\d)(\d\d)$/, '$1:$2'));
  if (Number.isNaN(moment)) throw new RangeError('no timestamp with an offset');
  return moment;
}

/**
 * Milliseconds since 1970 for a local time without an offset, such as `2026-03-29T02:30:00`, on a clock that is
 * `offsetSeconds` ahead of UTC.
 */
export function momentOfLocal(text: string, offsetSeconds: number): number {
  const moment =
    /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(text) && !/[zZ]$|[-+]\d\d:?\d\d$/.test(text)
      ? Date.parse(`${text.replace(' ', 'T')}Z`)
      : Number.NaN;
  if (Number.isNaN(moment)) throw new RangeError('no local time');
  return moment - offsetSeconds * 1000;
}

/** A moment in the interface's form, with the offset of the person's clock. */
export function timestampAt(milliseconds: number, offsetSeconds: number): string {
  const local = new Date(milliseconds + offsetSeconds * 1000).toISOString().replace(/\.000Z$|Z$/, '');
  if (offsetSeconds === 0) return `${local}Z`;
  const minutes = Math.round(Math.abs(offsetSeconds) / 60);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${local}${offsetSeconds < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** How many seconds an IANA time zone is ahead of UTC at a moment; null if the zone is not known. */
export function offsetOfZone(zone: string | null, milliseconds: number): number | null {
  if (zone === null) return null;
  let format = formats.get(zone);
  if (!format) {
    try {
      format = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' });
    } catch {
      return null;
    }
    formats.set(zone, format);
  }
  const name = format.formatToParts(milliseconds).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  if (name === 'GMT') return 0;
  const [, sign, hours, minutes = '0', seconds = '0'] =
    /^GMT([-+])(\d\d?):?(\d\d)?:?(\d\d)?$/.exec(name) ?? [];
  if (sign === undefined) return null;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds));
}

/** How many seconds a zone is ahead of UTC at noon of a day, for records that have no offset. */
export const offsetOnDay = (zone: string | null, day: string): number | null =>
  offsetOfZone(zone, Date.parse(`${day}T12:00:00Z`));

/**
 * The first moment of a day in a zone, for data of which only the day is known. If the zone is not known, the day begins in
 * UTC and the offset is null. If clocks skip midnight, the day begins later.
 */
export function beginningOf(
  day: string,
  zone: string | null,
): { readonly at: number; readonly offset: number | null } {
  const midnight = Date.parse(day);
  const before = midnight - (offsetOfZone(zone, midnight) ?? 0) * 1000;
  const offset = offsetOfZone(zone, before);
  const at = midnight - (offset ?? 0) * 1000;
  if (offsetOfZone(zone, at) === offset) return { at, offset };
  const first = Math.max(before, at);
  return { at: first, offset: offsetOfZone(zone, first) };
}
