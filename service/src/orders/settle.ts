// The steps of appointments, and their effects on the orders.
import type { AppointmentPartner } from 'svc-link/contract';
import { answerOf, type AppointmentRow, toAppointments } from '../appointments/index.js';
import type { Db, Tx } from '../db/index.js';
import type { Deps } from '../deps.js';
import { emitAll, type NewEvent } from '../webhooks/index.js';
import { orderedTest } from '../lab-tests/index.js';
import { resultsAfter } from './create.js';
import { toOrders } from './rows.js';

type Tools = Pick<Deps, 'clock' | 'jobs' | 'secrets'>;

/** An appointment with the fields that it needs from its order. */
export interface Visit extends AppointmentRow {
  readonly partner: AppointmentPartner;
  readonly user_id: string;
  readonly team_id: string;
  readonly client_user_id: string | null;
  readonly lab_test_id: string;
}

/** The query for appointments with these fields. */
export const visitsIn = (db: Db | Tx) =>
  db
    .selectFrom('appointment')
    .innerJoin('lab_order', 'lab_order.id', 'appointment.order_id')
    .innerJoin('app_user', 'app_user.id', 'lab_order.user_id')
    .selectAll('appointment')
    .select(['lab_order.user_id', 'lab_order.team_id', 'lab_order.lab_test_id', 'app_user.client_user_id']);

/** The same, locked until the transaction ends. */
export const lockVisits = (tx: Tx) => visitsIn(tx).forUpdate('appointment');

/** The next status of an appointment, with its time and reason. */
export interface Step {
  readonly visit: Visit;
  readonly status: 'confirmed' | 'in_progress' | 'completed' | 'cancelled';
  readonly at: Date;
  readonly reason: string | null;
}

/** The step that is due at `due_at`. */
export function nextStep(visit: Visit): Step {
  const { status, start_at, end_at } = visit;
  switch (status) {
    case 'pending': {
      const { confirmed, reason, at } = answerOf(visit);
      return { visit, status: confirmed ? 'confirmed' : 'cancelled', at, reason };
    }
    case 'confirmed':
      return { visit, status: 'in_progress', at: start_at, reason: null };
    case 'in_progress':
      return { visit, status: 'completed', at: end_at, reason: null };
    case 'completed':
    case 'cancelled':
      throw new Error('an appointment that has ended has no next step');
    default:
      return status satisfies never;
  }
}

/**
 * Takes steps of locked appointments and emits their events. No step can be taken twice, because an appointment has each
 * status only once.
 */
export async function takeSteps(tx: Tx, deps: Tools, steps: readonly Step[], now: Date): Promise<void> {
  if (steps.length === 0) return;
  await tx
    .insertInto('appointment_event')
    .values(steps.map(({ visit, status, at }) => ({ appointment_id: visit.id, status, created_on: at })))
    .execute();
  for (const alike of groupsOf(steps, ({ status, reason }) => `${status} ${reason}`)) {
    const [{ status, reason }] = alike;
    await tx
      .updateTable('appointment')
      .set((row) => ({
        status,
        reason,
        due_at:
          status === 'confirmed' ? row.ref('start_at') : status === 'in_progress' ? row.ref('end_at') : null,
      }))
      .where('id', 'in', idsOf(alike))
      .execute();
  }
  await expectResults(tx, steps, now);
  const changed = await visitsIn(tx)
    .where('appointment.id', 'in', idsOf(steps))
    .orderBy('appointment.created_on')
    .orderBy('appointment.id')
    .execute();
  const views = await toAppointments(tx, changed);
  const users = new Map(changed.map((visit) => [visit.user_id, userOf(visit)]));
  const eventsFor = (type: string, user_id: string, data: object): NewEvent[] => {
    const user = users.get(user_id);
    return user ? [{ type, user, data }] : [];
  };
  const collected = await tx
    .selectFrom('lab_order')
    .selectAll()
    .where(
      'id',
      'in',
      steps.map(({ visit }) => visit.order_id),
    )
    .where('status', '=', 'sample_collected')
    .execute();
  await emitAll(deps, tx, [
    ...views.flatMap((view) => eventsFor('labtest.appointment.updated', view.user_id, view)),
    ...(await toOrders(tx, deps, collected)).flatMap((view) =>
      eventsFor('labtest.order.updated', view.user_id, view),
    ),
  ]);
}

export const userOf = (visit: Pick<Visit, 'user_id' | 'team_id' | 'client_user_id'>): NewEvent['user'] => ({
  id: visit.user_id,
  team_id: visit.team_id,
  client_user_id: visit.client_user_id,
});

/**
 * Schedules the results: after a completed visit from its sample, after a cancelled visit from its cancellation. Both may lie
 * in the past, if the clock was moved or no process ran meanwhile.
 */
async function expectResults(tx: Tx, steps: readonly Step[], now: Date): Promise<void> {
  const ended = steps.filter(({ status }) => status === 'completed' || status === 'cancelled');
  const expected = ended.map(({ visit, status, at }) => ({
    id: visit.order_id,
    status,
    due: resultsAfter(at, orderedTest(visit.lab_test_id)),
  }));
  for (const alike of groupsOf(expected, ({ status, due }) => `${status} ${due.getTime()}`)) {
    const [{ status, due }] = alike;
    await tx
      .updateTable('lab_order')
      .set({
        results_due_at: due,
        updated_on: now,
        ...(status === 'completed' && { status: 'sample_collected' as const }),
      })
      .where(
        'id',
        'in',
        alike.map(({ id }) => id),
      )
      .execute();
  }
}

const idsOf = (steps: readonly Step[]): string[] => steps.map(({ visit }) => visit.id);

/** Groups items by a key. */
function groupsOf<T>(items: readonly T[], keyOf: (item: T) => string): (readonly [T, ...T[]])[] {
  const groups = new Map<string, [T, ...T[]]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return [...groups.values()];
}
