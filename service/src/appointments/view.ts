import type { Selectable } from 'kysely';
import type { Appointment, AppointmentStatus } from 'svc-link/contract';
import type { Db, Tables, Tx } from '../db/index.js';
import { placeOf } from './addresses.js';

export type AppointmentRow = Selectable<Tables['appointment']>;

const eventStatuses: Readonly<Record<AppointmentRow['status'], Appointment['event_status']>> = {
  pending: 'pending',
  confirmed: 'scheduled',
  in_progress: 'in_progress',
  completed: 'completed',
  cancelled: 'cancelled',
};

/** An appointment goes through its states in this order. */
const order: readonly AppointmentStatus[] = ['pending', 'confirmed', 'in_progress', 'completed', 'cancelled'];

/** Appointments in the form of the contract, in the same order. */
export async function toAppointments(
  db: Db | Tx,
  rows: readonly (AppointmentRow & { readonly user_id: string })[],
): Promise<Appointment[]> {
  if (rows.length === 0) return [];
  const events = await db
    .selectFrom('appointment_event')
    .selectAll()
    .where(
      'appointment_id',
      'in',
      rows.map(({ id }) => id),
    )
    .execute();
  return rows.map((row) => {
    const { address, location, timeZone } = placeOf(row.user_id);
    return {
      id: row.id,
      user_id: row.user_id,
      order_id: row.order_id,
      address,
      location,
      start_at: row.start_at.toISOString(),
      end_at: row.end_at.toISOString(),
      type: 'phlebotomy',
      provider: row.partner,
      status: row.status,
      event_status: eventStatuses[row.status],
      provider_id: `${row.partner}-${row.id.slice(0, 8)}`,
      can_reschedule: false,
      events: events
        .filter(({ appointment_id }) => appointment_id === row.id)
        .sort((one, other) => order.indexOf(one.status) - order.indexOf(other.status))
        .map(({ status, created_on }) => ({ status, created_on: created_on.toISOString() })),
      order_transaction_id: null,
      iana_timezone: timeZone,
      external_id: null,
      appointment_notes: row.notes,
      event_data: row.reason === null ? {} : { reason: row.reason },
    };
  });
}
