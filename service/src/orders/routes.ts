import { Hono } from 'hono';
import {
  bookAppointment,
  createOrder as createOrderEndpoint,
  listAppointmentSlots,
  listOrders as listOrdersEndpoint,
  readOrder,
} from 'svc-link/contract';
import { placeOf, slotsOf } from '../appointments/index.js';
import { compressedRoute, repeatableRoute, route } from '../auth/index.js';
import type { Deps } from '../deps.js';
import { type Env, takeLong } from '../http/index.js';
import { acceptBooking, awaitPartner } from './book.js';
import { createOrder } from './create.js';
import { findOrder, toOrder } from './rows.js';
import { listOrders } from './list.js';

/** The routes for orders of lab tests, and for the visits at which samples are taken (spec 4.9, 4.13). */
export function orderRoutes(deps: Deps): Hono<Env> {
  const { db } = deps;
  const app = new Hono<Env>();

  repeatableRoute(app, deps, createOrderEndpoint, async ({ teamId, readBody, make }) => {
    const { user_id, lab_test_id } = await readBody();
    return make(
      (tx) => createOrder(deps, tx, teamId, user_id.toLowerCase(), lab_test_id),
      (order) => ({ userId: order.user_id }),
    );
  });

  route(app, db, readOrder, async ({ teamId, params }) =>
    toOrder(db, deps, await findOrder(db, teamId, params.order_id)),
  );

  compressedRoute(app, db, listOrdersEndpoint, ({ teamId, query }) => listOrders(deps, teamId, query));

  route(app, db, listAppointmentSlots, async ({ teamId, readBody }) => {
    const { order_id, start_date } = await readBody();
    const { id, user_id } = await findOrder(db, teamId, order_id.toLowerCase());
    const { timeZone } = placeOf(user_id);
    return {
      slots: slotsOf(deps, { id, timeZone }, start_date, deps.clock.now()),
      timezone: timeZone,
    };
  });

  repeatableRoute(
    app,
    deps,
    bookAppointment,
    async ({ teamId, params, readBody, make, c }) => {
      // This request waits for the partner's answer.
      takeLong(c, teamId);
      const booking = await readBody();
      return make(
        (tx) => acceptBooking(deps, tx, { teamId, id: params.order_id }, booking),
        (accepted) => ({ userId: accepted.userId }),
      );
    },
    (accepted, { gone }) => awaitPartner(deps, accepted, gone),
  );

  return app;
}
