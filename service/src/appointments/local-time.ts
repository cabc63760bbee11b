// Days and hours in the local time of a time zone.

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    dateStyle: 'short',
    timeStyle: 'medium',
  });
  formats.set(zone, format);
  return format;
}

/** The local time as `2026-05-04 13:45:00`. This is the Swedish format. */
const wallAt = (moment: number, zone: string): string => formatOf(zone).format(moment);

/** The local date of a moment, as YYYY-MM-DD. */
export const dateIn = (zone: string, moment: Date): string => wallAt(moment.getTime(), zone).slice(0, 10);

/** The offset from UTC in milliseconds, positive east of Greenwich. */
const offsetAt = (moment: number, zone: string): number =>
  Date.parse(`${wallAt(moment, zone).replace(' ', 'T')}Z`) - moment;

/** The moment of a local hour. Only for working hours, because the clocks do not change to or from summer time in them. */
export function momentIn(zone: string, date: string, hour: number): Date {
  const wall = Date.parse(`${date}T00:00:00Z`) + hour * 3_600_000;
  // The first guess may be on the other side of a change to or from summer time.
  const guess = wall - offsetAt(wall, zone);
  return new Date(wall - offsetAt(guess, zone));
}
