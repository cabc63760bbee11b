import type { Interpretation, Order } from 'svc-link/contract';
import type { Deps } from '../deps.js';
import { type NumberedPage, offsetOf } from '../http/index.js';
import { ordersOf, toOrders } from './rows.js';

/** A page of a team's orders, and how many there are. New orders come at the end, so that pages do not move. */
export async function listOrders(
  { db, secrets }: Pick<Deps, 'db' | 'secrets'>,
  teamId: string,
  interpretation: Interpretation | undefined,
  page: NumberedPage,
): Promise<{ readonly orders: Order[]; readonly total: number }> {
  let query = ordersOf(db, teamId);
  if (interpretation !== undefined) query = query.where('lab_order.interpretation', '=', interpretation);
  const { total } = await query.select(({ fn }) => fn.countAll().as('total')).executeTakeFirstOrThrow();
  const rows = await query
    .selectAll('lab_order')
    .$if(interpretation !== undefined, (filtered) => filtered.orderBy('lab_order.results_place'))
    .orderBy('lab_order.place')
    .limit(page.size)
    .offset(offsetOf(page))
    .execute();
  return { orders: await toOrders(db, { secrets }, rows), total: Number(total) };
}
