import { randomUUID } from 'node:crypto';
import type { Appointment, bookAppointment, ResponseOf } from 'svc-link/contract';
import type { output } from 'zod/mini';
import { answerOf, openKey, toAppointments } from '../appointments/index.js';
import { after, waitUntil } from '../work/index.js';
import { type Db, transact, type Tx } from '../db/index.js';
import type { Deps } from '../deps.js';
import { emitAll } from '../webhooks/index.js';
import { broken, invalid } from '../http/index.js';
import { hash } from '../crypto/index.js';
import { lockOrder } from './rows.js';
import { lockVisits, takeSteps, userOf, visitsIn, type Visit } from './settle.js';

type Booking = output<(typeof bookAppointment)['body']>;

/** Milliseconds that a request without `async_confirmation` waits. */
const longestWait = 10_000;
/** The timeout if the request names none (spec 8). */
const usualWait = 2500;
const usualWindow = 15 * 60_000;

/** A booking after it was stored. */
interface Accepted {
  readonly id: string;
  readonly userId: string;
  /** Whether the booking continues after the request has ended. */
  readonly background: boolean;
  /** How many milliseconds the request waits for the partner. */
  readonly longest: number;
}

/**
 * Waits for the partner of a booking (spec 4.9). Returns the appointment: confirmed, or pending if the booking continues
 * in the background. Throws 500 if it had to be confirmed at once and was not; then nothing is booked.
 */
export async function awaitPartner(
  deps: Deps,
  { id, background, longest }: Accepted,
  disconnected: AbortSignal,
): Promise<ResponseOf<typeof bookAppointment>> {
  const settled = await waitUntil(deps, longest, disconnected, async () => {
    const { status } = await deps.db
      .selectFrom('appointment')
      .select('status')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return status === 'pending' ? null : status;
  });
  if (background) return appointment(deps.db, id);
  if (settled === null) await transact(deps.db, (tx) => giveUp(deps, tx, id));
  const answer = await appointment(deps.db, id);
  if (answer.status !== 'cancelled') return answer;
  throw broken(
    500,
    'appointment_not_confirmed',
    'The partner did not confirm the appointment. Nothing is booked.',
    {
      reason: answer.event_data['reason'],
    },
  );
}

async function appointment(db: Db, id: string): Promise<Appointment> {
  const [view] = await toAppointments(db, await visitsIn(db).where('appointment.id', '=', id).execute());
  if (!view) throw new Error('an appointment is gone');
  return view;
}

/** Stores a pending appointment. The partner is asked after the commit. */
export async function acceptBooking(
  deps: Pick<Deps, 'clock' | 'jobs' | 'secrets'>,
  tx: Tx,
  { teamId, id: orderId }: { readonly teamId: string; readonly id: string },
  booking: Booking,
): Promise<Accepted> {
  const order = await lockOrder(tx, teamId, orderId);
  const slot = openKey(deps, order.id, booking.booking_key);
  if (!slot) {
    const msg = 'not a booking key of this order';
    throw invalid({ loc: ['body', 'booking_key'], msg, type: 'value_invalid' });
  }
  const earlier = await tx
    .selectFrom('appointment')
    .select(['id', 'status', 'key_hash'])
    .where('order_id', '=', order.id)
    .execute();
  const open = earlier.find(({ status }) => status !== 'cancelled');
  if (open)
    throw broken(409, 'appointment_exists', 'The order has an appointment.', { appointment_id: open.id });
  if (order.status !== 'received')
    throw broken(409, 'order_not_bookable', 'The order needs no appointment any more.');
  const key = hash(booking.booking_key);
  if (earlier.some(({ key_hash }) => Buffer.compare(key_hash, key) === 0))
    throw broken(409, 'booking_key_used', 'The booking key was used. Ask for the slots again.');
  const now = deps.clock.now();
  if (slot.start <= now) throw broken(409, 'slot_over', 'The slot has begun. Ask for the slots again.');

  const background = booking.async_confirmation ?? false;
  const window = background ? (booking.async_confirmation_timeout_millisecond ?? usualWindow) : longestWait;
  const request = {
    partner: slot.partner,
    background,
    created_on: now,
    confirm_by: after(now, window / 1000),
  };
  const row = {
    ...request,
    id: randomUUID(),
    order_id: order.id,
    key_hash: key,
    status: 'pending' as const,
    notes: booking.appointment_notes ?? null,
    start_at: slot.start,
    end_at: slot.end,
    due_at: answerOf(request).at,
    reason: null,
  };
  await tx.insertInto('appointment').values(row).execute();
  await tx
    .insertInto('appointment_event')
    .values({ appointment_id: row.id, status: 'pending', created_on: now })
    .execute();
  await tx
    .updateTable('lab_order')
    .set({ results_due_at: null, updated_on: now })
    .where('id', '=', order.id)
    .execute();
  const visits = await visitsIn(tx).where('appointment.id', '=', row.id).execute();
  const views = await toAppointments(tx, visits);
  await emitAll(
    deps,
    tx,
    visits.flatMap((visit, at) => {
      const data = views[at];
      return data ? [{ type: 'labtest.appointment.updated', user: userOf(visit), data }] : [];
    }),
  );
  await deps.jobs.enqueue(tx, 'booking', { appointment_id: row.id });
  const longest = background ? (booking.sync_confirmation_timeout_millisecond ?? usualWait) : longestWait;
  return { id: row.id, userId: order.user_id, background, longest };
}

/** Cancels a booking after its timeout, unless the partner has confirmed it meanwhile. */
async function giveUp(deps: Pick<Deps, 'clock' | 'jobs' | 'secrets'>, tx: Tx, id: string): Promise<void> {
  const visits = await lockVisits(tx)
    .where('appointment.id', '=', id)
    .where('appointment.status', '=', 'pending')
    .execute();
  await cancel(deps, tx, visits, 'not_confirmed_in_time');
}

/** Cancels the future visits of a deleted user. */
export async function cancelVisitsOf(
  deps: Pick<Deps, 'clock' | 'jobs' | 'secrets'>,
  tx: Tx,
  userId: string,
): Promise<void> {
  const visits = await lockVisits(tx)
    .where('lab_order.user_id', '=', userId)
    .where('appointment.due_at', 'is not', null)
    .execute();
  await cancel(deps, tx, visits, 'user_deleted');
}

async function cancel(
  deps: Pick<Deps, 'clock' | 'jobs' | 'secrets'>,
  tx: Tx,
  visits: readonly Visit[],
  reason: string,
): Promise<void> {
  const at = deps.clock.now();
  const steps = visits.map((visit) => ({ visit, status: 'cancelled' as const, at, reason }));
  await takeSteps(tx, deps, steps, at);
}
