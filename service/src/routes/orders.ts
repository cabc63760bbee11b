import { Hono } from 'hono';
import {
  bookAppointment,
  createOrder as createOrderEndpoint,
  listAppointmentSlots,
  listOrders as listOrdersEndpoint,
  type ResponseOf,
} from 'svc-link/contract';
import { placeOf, slotsOf } from '../appointments/index.js';
import { requireTeam } from '../auth/index.js';
import { compressed } from '../compression.js';
import { transact } from '../db/index.js';
import type { Deps, Env } from '../deps.js';
import { pageOf } from '../numbered-pages.js';
import { book, createOrder, findOrder, listOrders, toOrders } from '../orders/index.js';
import { check, readBody, uuidParam } from '../request.js';

/** Orders of lab tests, and the visits at which samples are taken (spec 4.9, 4.13). */
export function orderRoutes(deps: Deps): Hono<Env> {
  const { db } = deps;
  const app = new Hono<Env>();

  app.post('/v3/order', async (c) => {
    const teamId = await requireTeam(db, c.req.header('x-svc-api-key'));
    const { user_id, lab_test_id } = await readBody(c, createOrderEndpoint.body);
    return c.json(
      await transact(db, (tx) => createOrder(deps, tx, teamId, user_id.toLowerCase(), lab_test_id)),
    );
  });

  app.get('/v3/order/:order_id', async (c) => {
    const teamId = await requireTeam(db, c.req.header('x-svc-api-key'));
    const [order] = await toOrders(db, deps, [await findOrder(db, teamId, uuidParam(c, 'order_id'))]);
    return c.json(order);
  });

  app.get('/v3/orders', compressed, async (c) => {
    const teamId = await requireTeam(db, c.req.header('x-svc-api-key'));
    const query = check(listOrdersEndpoint.query, c.req.query(), 'query');
    const page = pageOf(query);
    const answer: ResponseOf<typeof listOrdersEndpoint> = {
      ...(await listOrders(deps, teamId, query.interpretation ?? undefined, page)),
      ...page,
    };
    return c.json(answer);
  });

  app.post('/v3/order/phlebotomy/appointment/availability', async (c) => {
    const teamId = await requireTeam(db, c.req.header('x-svc-api-key'));
    const { order_id, start_date } = await readBody(c, listAppointmentSlots.body);
    const { id, user_id } = await findOrder(db, teamId, order_id.toLowerCase());
    const { timeZone } = placeOf(user_id);
    const answer: ResponseOf<typeof listAppointmentSlots> = {
      slots: slotsOf(deps, { id, timeZone }, start_date, deps.clock.now()),
      timezone: timeZone,
    };
    return c.json(answer);
  });

  app.post('/v3/order/:order_id/phlebotomy/appointment/book', async (c) => {
    const teamId = await requireTeam(db, c.req.header('x-svc-api-key'));
    const id = uuidParam(c, 'order_id');
    const booking = await readBody(c, bookAppointment.body);
    return c.json(await book(deps, { teamId, id }, booking, c.req.raw.signal));
  });

  return app;
}
