import { labTestsOnPage, type listOrders as endpoint, type ResponseOf } from 'svc-link/contract';
import type { output } from 'zod/mini';
import { sql } from 'kysely';
import type { Db } from '../db/index.js';
import type { Deps } from '../deps.js';
import { invalid, offsetOf, readNumbers, writeNumbers } from '../http/index.js';
import { ordersOf, toOrders } from './rows.js';

type Query = output<typeof endpoint.query>;

/** Where a page begins. */
interface Start {
  readonly page: number;
  /** The places of the order before it; undefined if the page is read by its number. */
  readonly behind?: { readonly place: number; readonly resultsPlace: number };
  /** Of the first page, so that orders are not counted for each. */
  readonly total?: number;
}

function startOf({ next_cursor: cursor, page, interpretation }: Query): Start {
  if (cursor === undefined) return { page: page ?? 1 };
  if (page !== undefined)
    throw invalid({ loc: ['query', 'page'], msg: 'the cursor says where the page begins', type: 'custom' });
  const [place = 0, resultsPlace = 0, next = 1, total = 0] = readNumbers(listOf(interpretation), 4, cursor);
  return { page: next, behind: { place, resultsPlace }, total };
}

/** What a cursor is of: one list has another order. */
const listOf = (interpretation: Query['interpretation']): string => `orders:${interpretation ?? 'all'}`;

/**
 * A page of a team's orders, and how many there are. New orders come at the end, so that pages do not move. Those with an
 * interpretation are in the order in which their results came.
 */
export async function listOrders(
  { db, secrets }: Pick<Deps, 'db' | 'secrets'>,
  teamId: string,
  query: Query,
): Promise<ResponseOf<typeof endpoint>> {
  const { interpretation, size = labTestsOnPage } = query;
  const start = startOf(query);
  const all = filtered(db, teamId, interpretation);
  const isByResults = interpretation != null;
  const { behind } = start;
  let page = all.selectAll('lab_order').limit(size + 1);
  if (isByResults) page = page.orderBy('lab_order.results_place');
  page = page.orderBy('lab_order.place');
  if (!behind) page = page.offset(offsetOf({ page: start.page, size }));
  else if (isByResults)
    page = page.where(
      sql<boolean>`(lab_order.results_place, lab_order.place) > (${behind.resultsPlace}::bigint, ${behind.place}::bigint)`,
    );
  else page = page.where('lab_order.place', '>', String(behind.place));
  const found = await page.execute();
  const total = start.total ?? (await countOf(all));
  const rows = found.slice(0, size);
  const last = found.length > size ? rows.at(-1) : undefined;
  return {
    orders: await toOrders(db, { secrets }, rows),
    ...{ total, page: start.page, size },
    next_cursor: last
      ? writeNumbers(listOf(interpretation), [last.place, last.results_place ?? 0, start.page + 1, total])
      : null,
  };
}

function filtered(db: Db, teamId: string, interpretation: Query['interpretation']) {
  const all = ordersOf(db, teamId);
  return interpretation == null ? all : all.where('lab_order.interpretation', '=', interpretation);
}

async function countOf(all: ReturnType<typeof filtered>): Promise<number> {
  const { total } = await all.select(({ fn }) => fn.countAll().as('total')).executeTakeFirstOrThrow();
  return Number(total);
}
