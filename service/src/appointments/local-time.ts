// Days and hours on the clocks of a time zone.

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

/** What the clocks show, as `2026-05-04 13:45:00`: the way in which Swedish writes it. */
const wallAt = (moment: number, zone: string): string => formatOf(zone).format(moment);

/** The day, as YYYY-MM-DD, that it is at a moment. */
export const dateIn = (zone: string, moment: Date): string => wallAt(moment.getTime(), zone).slice(0, 10);

/** How far the clocks are ahead of UTC, in milliseconds. */
const offsetAt = (moment: number, zone: string): number =>
  Date.parse(`${wallAt(moment, zone).replace(' ', 'T')}Z`) - moment;

/** The moment at which the clocks show an hour of a day. No clock is moved in working hours. */
export function momentIn(zone: string, date: string, hour: number): Date {
  const wall = Date.parse(`${date}T00:00:00Z`) + hour * 3_600_000;
  // The first guess can be on the other side of a change of the clocks.
  const guess = wall - offsetAt(wall, zone);
  return new Date(wall - offsetAt(guess, zone));
}
