import type { Selectable } from 'kysely';
import type { Order } from 'svc-link/contract';
import { toAppointments } from '../appointments/index.js';
import type { Db, Tables, Tx } from '../db/index.js';
import type { Deps } from '../deps.js';
import { broken } from '../http/index.js';
import { type Opener, openResults } from '../crypto/index.js';
import { orderedTest } from '../lab-tests/index.js';

export type OrderRow = Selectable<Tables['lab_order']>;

/** The orders of a team, without the orders of deleted users. */
export const ordersOf = (db: Db | Tx, teamId: string) =>
  db
    .selectFrom('lab_order')
    .innerJoin('app_user', 'app_user.id', 'lab_order.user_id')
    .where('lab_order.team_id', '=', teamId)
    .where('app_user.deleted_on', 'is', null);

/** Finds an order of a team. Throws 404 if it is unknown, or belongs to another team or a deleted user. */
export async function findOrder(db: Db | Tx, teamId: string, id: string): Promise<OrderRow> {
  return required(await selectOrder(db, teamId, id).executeTakeFirst());
}

/** The same, locked: nobody can change the order, book a visit for it or delete its user until the transaction ends. */
export async function lockOrder(tx: Tx, teamId: string, id: string): Promise<OrderRow> {
  const { user_id } = await findOrder(tx, teamId, id);
  // Locks the user first, as a deletion does. If the deletion was quicker, the order is not found below.
  await tx.selectFrom('app_user').select('id').where('id', '=', user_id).forShare().execute();
  return required(await selectOrder(tx, teamId, id).forUpdate('lab_order').executeTakeFirst());
}

const selectOrder = (db: Db | Tx, teamId: string, id: string) =>
  ordersOf(db, teamId).selectAll('lab_order').where('lab_order.id', '=', id);

function required(order: OrderRow | undefined): OrderRow {
  if (!order) throw broken(404, 'order_not_found', 'There is no such order.');
  return order;
}

/** The same orders. Those whose results cannot be read have none, and `opener` lists them. */
export const withoutUnreadable = <Row extends Parameters<typeof toOrders>[2][number]>(
  opener: Opener,
  secrets: Deps['secrets'],
  rows: readonly Row[],
): readonly Row[] =>
  rows.map((row) =>
    opener.opened('lab_order', row.id, () => openResults(secrets, row)) === undefined
      ? { ...row, sealed_results: null, unsealed_results: null }
      : row,
  );

/** An order in the contract's form. Throws if its results cannot be read. */
export async function toOrder(
  db: Db | Tx,
  deps: Pick<Deps, 'secrets'>,
  row: Parameters<typeof toOrders>[2][number],
): Promise<Order> {
  const [order] = await toOrders(db, deps, [row]);
  if (!order) throw new Error('an order has no view');
  return order;
}

/** Orders in the contract's form, in the same order. */
export async function toOrders(
  db: Db | Tx,
  { secrets }: Pick<Deps, 'secrets'>,
  rows: readonly Omit<OrderRow, 'place' | 'results_place'>[],
): Promise<Order[]> {
  if (rows.length === 0) return [];
  const booked = await db
    .selectFrom('appointment')
    .innerJoin('lab_order', 'lab_order.id', 'appointment.order_id')
    .selectAll('appointment')
    .select('lab_order.user_id')
    .where(
      'appointment.order_id',
      'in',
      rows.map(({ id }) => id),
    )
    .orderBy('appointment.created_on')
    .orderBy('appointment.id')
    .execute();
  // If an order has several appointments, the one that was booked last.
  const last = [...new Map(booked.map((row) => [row.order_id, row])).values()];
  const appointments = new Map((await toAppointments(db, last)).map((each) => [each.order_id, each]));
  return rows.map((row) => {
    const results = openResults(secrets, row);
    return {
      id: row.id,
      team_id: row.team_id,
      user_id: row.user_id,
      lab_test: orderedTest(row.lab_test_id),
      status: row.status,
      interpretation: row.interpretation,
      results: results && [...results],
      appointment: appointments.get(row.id) ?? null,
      created_on: row.created_on.toISOString(),
      updated_on: row.updated_on.toISOString(),
    };
  });
}
