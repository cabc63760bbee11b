// A user's data besides connections and links: insurance, orders, events, and the audit entries about the user.
import {
  Insurance,
  type ExportedAuditEntry,
  type ExportedEvent,
  type ExportedInsurance,
  type ExportedOrder,
} from 'svc-link/contract';
import { toAppointments } from '../appointments/index.js';
import { readEntriesAbout } from '../audit/index.js';
import { openEvent } from '../crypto/index.js';
import { toOrders, withoutUnreadable } from '../orders/index.js';
import { pagesOfUser, pagesOf, type Pages, type Sources } from './pages.js';

/** How many rows one statement reads. */
const atOnce = 100;

/** The insurance records of a user. */
export const readInsurance = ({ db, secrets, opener }: Sources, userId: string): Pages<ExportedInsurance> =>
  pagesOfUser(db.selectFrom('insurance').selectAll(), { userId, most: atOnce }, (rows) =>
    rows.flatMap(({ id, record: sealed, created_on }) => {
      const record = opener.opened('insurance', id, () =>
        Insurance.parse(JSON.parse(secrets.open('insurance', id, sealed))),
      );
      return record ? [{ id, created_on: created_on.toISOString(), record }] : [];
    }),
  );

/** The orders of a user with their results, and all visits for the orders. */
export const readOrders = (from: Sources, userId: string): Pages<ExportedOrder> =>
  pagesOfUser(from.db.selectFrom('lab_order').selectAll(), { userId, most: atOnce }, async (rows) => {
    const booked = await from.db
      .selectFrom('appointment')
      .selectAll()
      .where(
        'order_id',
        'in',
        rows.map(({ id }) => id),
      )
      .orderBy('created_on')
      .orderBy('id')
      .execute();
    const appointments = await toAppointments(
      from.db,
      booked.map((row) => ({ ...row, user_id: userId })),
    );
    const orders = await toOrders(from.db, from, withoutUnreadable(from.opener, from.secrets, rows));
    return orders.map((order, at) => ({
      ...order,
      appointments: appointments.filter(({ order_id }) => order_id === order.id),
      results_due_at: rows[at]?.results_due_at?.toISOString() ?? null,
      results_on: rows[at]?.results_on?.toISOString() ?? null,
    }));
  });

/** The events about a user that were sent to webhooks. */
export const readEvents = ({ db, secrets, opener }: Sources, userId: string): Pages<ExportedEvent> =>
  pagesOfUser(db.selectFrom('event').selectAll(), { userId, most: atOnce }, async (rows) => {
    const deliveries = await db
      .selectFrom('webhook_delivery')
      .selectAll()
      .where(
        'event_id',
        'in',
        rows.map(({ id }) => id),
      )
      .orderBy('created_on')
      .execute();
    return rows.flatMap((row) => {
      const data = opener.opened('event', row.id, () => openEvent(secrets, row));
      if (!data) return [];
      const event = {
        id: row.id,
        event_type: row.event_type,
        provider: row.provider,
        data: { ...data },
        client_user_id: row.client_user_id,
        created_on: row.created_on.toISOString(),
        deliveries: deliveries
          .filter(({ event_id }) => event_id === row.id)
          .map(({ id, webhook_id, status, attempts, response_status, created_on }) => ({
            ...{ id, webhook_id, status, attempts, response_status, created_on: created_on.toISOString() },
          })),
      };
      return [event];
    });
  });

/** The audit entries about a user. They leave out who acted, which is for the team to tell. */
export const readAudit = ({ db }: Sources, userId: string): Pages<ExportedAuditEntry> =>
  pagesOf(
    0,
    (behind) => readEntriesAbout(db, userId, behind, atOnce),
    ({ number }) => number,
    (entries) =>
      entries.map(({ number, at, action, subject, detail, request_id }) => ({
        ...{ number, at, action, subject, detail, request_id },
      })),
  );
