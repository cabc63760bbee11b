import * as z from 'zod/mini';
import { appointmentPartners, dayNumber, type AppointmentSlot } from 'svc-link/contract';
import { addDays, after } from '../work/index.js';
import type { Deps } from '../deps.js';
import { invalid } from '../http/index.js';
import { dateIn, momentIn } from './local-time.js';
import { partners } from './partners.js';

const days = 7;
/** How far ahead a week may begin, in days. */
const furthest = 60;
const visitSeconds = 1800;

/** The content of a booking key. It is sealed and bound to its order, so that nobody can forge one. */
const Key = z.object({ partner: z.enum(appointmentPartners), start: z.string() });

export interface Slot {
  readonly partner: (typeof appointmentPartners)[number];
  readonly start: Date;
  readonly end: Date;
}

/**
 * The slots of a week, earliest first. There are none on Sundays and none in the past. Throws 422 for a `startDate` that
 * is over or too far ahead.
 */
export function slotsOf(
  { secrets }: Pick<Deps, 'secrets'>,
  order: { readonly id: string; readonly timeZone: string },
  startDate: string | null | undefined,
  now: Date,
): AppointmentSlot[] {
  const today = dateIn(order.timeZone, now);
  const first = startDate ?? addDays(today, 1);
  const ahead = dayNumber(first) - dayNumber(today);
  if (ahead < 0 || ahead > furthest) {
    const msg = ahead < 0 ? 'this day is over' : `more than ${furthest} days ahead`;
    throw invalid({ loc: ['body', 'start_date'], msg, type: 'value_invalid' });
  }
  return Array.from({ length: days }, (_, day) => addDays(first, day))
    .filter((date) => !isSunday(date))
    .flatMap((date) => appointmentPartners.map((partner) => ({ date, partner })))
    .flatMap(({ date, partner }) =>
      partners[partner].hours.map((hour) => ({ partner, start: momentIn(order.timeZone, date, hour) })),
    )
    .filter(({ start }) => start > now)
    .sort((one, other) => one.start.getTime() - other.start.getTime())
    .map(({ partner, start }) => ({
      booking_key: seal({ secrets }, order.id, partner, start),
      start: start.toISOString(),
      end: after(start, visitSeconds).toISOString(),
      partner,
    }));
}

// 1970-01-01 was a Thursday.
const isSunday = (date: string): boolean => (dayNumber(date) + 4) % 7 === 0;

function seal(
  { secrets }: Pick<Deps, 'secrets'>,
  orderId: string,
  partner: Slot['partner'],
  start: Date,
): string {
  const key: z.infer<typeof Key> = { partner, start: start.toISOString() };
  return Buffer.from(secrets.seal('booking-key', orderId, JSON.stringify(key))).toString('base64url');
}

/** The slot of a key; undefined if the key does not belong to the order. */
export function openKey({ secrets }: Pick<Deps, 'secrets'>, orderId: string, key: string): Slot | undefined {
  const sealed = Buffer.from(key, 'base64url');
  // Node passes over characters that do not belong there. With them, a key that was used would look like a new one.
  if (sealed.toString('base64url') !== key) return undefined;
  try {
    const text = secrets.open('booking-key', orderId, sealed);
    const { partner, start } = Key.parse(JSON.parse(text));
    return { partner, start: new Date(start), end: after(new Date(start), visitSeconds) };
  } catch {
    return undefined;
  }
}
