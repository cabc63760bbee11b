import type { Interpretation, Order } from 'svc-link/contract';
import type { Db } from '../db/index.js';
import { offsetOf, type NumberedPage } from '../numbered-pages.js';
import { ordersOf, toOrders } from './rows.js';

/** A page of a team's orders, and how many there are. What is new is at the end, so that no page moves. */
export async function listOrders(
  db: Db,
  teamId: string,
  interpretation: Interpretation | undefined,
  page: NumberedPage,
): Promise<{ readonly orders: Order[]; readonly total: number }> {
  let query = ordersOf(db, teamId);
  if (interpretation !== undefined) query = query.where('lab_order.interpretation', '=', interpretation);
  const { total } = await query.select(({ fn }) => fn.countAll().as('total')).executeTakeFirstOrThrow();
  const rows = await query
    .selectAll('lab_order')
    .orderBy(interpretation === undefined ? 'lab_order.created_on' : 'lab_order.results_on')
    .orderBy('lab_order.id')
    .limit(page.size)
    .offset(offsetOf(page))
    .execute();
  return { orders: await toOrders(db, rows), total: Number(total) };
}
