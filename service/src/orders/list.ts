import { labTestsOnPage, type listOrders as endpoint, type ResponseOf } from 'svc-link/contract';
import type { output } from 'zod/mini';
import { sql } from 'kysely';
import { createOpener, lacking } from '../crypto/index.js';
import type { Db } from '../db/index.js';
import type { Deps } from '../deps.js';
import { invalid, offsetOf, readNumbers, writeNumbers } from '../http/index.js';
import { ordersOf, toOrders, withoutUnreadable } from './rows.js';

type Query = output<typeof endpoint.query>;

/** Where a page begins. */
interface Start {
  readonly page: number;
  /** The place of the last order before the page; undefined if the page is read by its number. */
  readonly behind?: { readonly place: number; readonly resultsPlace: number };
  /** The total from the first page, so that orders are not counted again for each page. */
  readonly total?: number;
}

function startOf({ next_cursor: cursor, page, interpretation }: Query): Start {
  if (cursor === undefined) return { page: page ?? 1 };
  if (page !== undefined)
    throw invalid({ loc: ['query', 'page'], msg: 'the cursor says where the page begins', type: 'custom' });
  const [place = 0, resultsPlace = 0, next = 1, total = 0] = readNumbers(listOf(interpretation), 4, cursor);
  return { page: next, behind: { place, resultsPlace }, total };
}

/** The list that a cursor belongs to: lists with an interpretation have another order. */
const listOf = (interpretation: Query['interpretation']): string => `orders:${interpretation ?? 'all'}`;

/**
 * A page of a team's orders, and the total. New orders come at the end, so that pages do not move. Orders with an
 * interpretation are listed in the order in which their results came.
 */
export async function listOrders(
  { db, secrets, log }: Pick<Deps, 'db' | 'secrets' | 'log'>,
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
  const total = start.total ?? (await countOf(db, teamId, interpretation));
  const rows = found.slice(0, size);
  const last = found.length > size ? rows.at(-1) : undefined;
  const opener = createOpener({ log });
  return {
    orders: await toOrders(db, { secrets }, withoutUnreadable(opener, secrets, rows)),
    ...{ total, page: start.page, size, ...lacking(opener) },
    next_cursor: last
      ? writeNumbers(listOf(interpretation), [last.place, last.results_place ?? 0, start.page + 1, total])
      : null,
  };
}

function filtered(db: Db, teamId: string, interpretation: Query['interpretation']) {
  const all = ordersOf(db, teamId);
  return interpretation == null ? all : all.where('lab_order.interpretation', '=', interpretation);
}

/**
 * Counts all orders of the team with an index alone, and subtracts the orders of the few users who were deleted lately. So
 * the user of each order does not have to be looked up.
 */
async function countOf(db: Db, teamId: string, interpretation: Query['interpretation']): Promise<number> {
  const isListed = interpretation == null ? sql`true` : sql`lab_order.interpretation = ${interpretation}`;
  const { rows } = await sql<{ total: string }>`
    select (select count(*) from lab_order where team_id = ${teamId} and ${isListed}) - (
      select count(*) from app_user join lab_order on lab_order.user_id = app_user.id
      where app_user.team_id = ${teamId} and app_user.deleted_on is not null and ${isListed}
    ) as total`.execute(db);
  return Number(rows[0]?.total);
}
