import { Hono } from 'hono';
import { sql } from 'kysely';
import {
  deliveriesOnPage,
  deliveryStatuses,
  listWebhookDeliveries,
  replayWebhookDelivery,
} from 'svc-link/contract';
import { recordAudit } from '../audit/index.js';
import { isManaged, repeatableRoute, route } from '../auth/index.js';
import type { Db, Tx } from '../db/index.js';
import type { Deps } from '../deps.js';
import { broken, type Env, readCursor, writeCursor } from '../http/index.js';
import { enqueueAttempts } from './job.js';
import { findWebhook, toDelivery } from './rows.js';

/** The routes that list deliveries and send one again. */
export function deliveryRoutes(deps: Deps): Hono<Env> {
  const { db, jobs, clock } = deps;
  const app = new Hono<Env>();

  route(app, db, listWebhookDeliveries, async ({ teamId, params, query }) => {
    const { status, next_cursor, page_size = deliveriesOnPage } = query;
    const behind = next_cursor === undefined ? undefined : readCursor(next_cursor);
    const { id } = await findWebhook(db, teamId, params.id);
    // One row more than the page holds, to see whether there is a next page.
    const rows = await logOf(db, id, { status, behind, most: page_size + 1 }).execute();
    const page = rows.slice(0, page_size);
    const last = rows.length > page_size ? page.at(-1) : undefined;
    return {
      data: page.map(toDelivery),
      next_cursor: last ? writeCursor({ moment: last.created_on, id: last.id }) : null,
    };
  });

  repeatableRoute(
    app,
    deps,
    replayWebhookDelivery,
    ({ teamId, params, make, c }) =>
      make(async (tx) => {
        const { id, delivery_id: deliveryId } = params;
        const webhook = await findWebhook(tx, teamId, id, true);
        if (webhook.status === 'disabled')
          throw broken(409, 'webhook_disabled', 'The webhook is disabled. Enable it before you replay.');
        const now = clock.now();
        const delivery = await deliveries(tx)
          .where('webhook_delivery.id', '=', deliveryId)
          .where('webhook_id', '=', id)
          .forUpdate('webhook_delivery')
          .executeTakeFirst();
        if (!delivery) throw broken(404, 'delivery_not_found', 'The webhook has no such delivery.');
        const { status, next_attempt_at, attempts } = delivery;
        // The delivery is being sent already, and would arrive twice.
        if (status === 'pending' && next_attempt_at !== null && next_attempt_at <= now)
          return toDelivery(delivery);
        const again = { status: 'pending', retries: 0, next_attempt_at: now, waits_turn: false } as const;
        await tx.updateTable('webhook_delivery').set(again).where('id', '=', deliveryId).execute();
        // A replay by the team's own server is in that server's log. A replay with a management key is recorded only here.
        if (isManaged(c))
          await recordAudit(tx, {
            action: 'webhook.replayed',
            of: { teamId },
            subject: deliveryId,
            detail: `of the webhook ${id}`,
          });
        await enqueueAttempts(jobs, tx, [{ ...webhook, id: deliveryId, attempts, webhook_id: id }]);
        return toDelivery({ ...delivery, ...again });
      }),
    (delivery, { c }) => c.json(delivery, 202),
  );

  return app;
}

interface LogPage {
  readonly status: (typeof deliveryStatuses)[number] | undefined;
  /** The last delivery of the page before. */
  readonly behind: ReturnType<typeof readCursor> | undefined;
  readonly most: number;
}

/** The deliveries of a webhook, the latest first. A late page reads no rows of earlier pages. */
export const logOf = (db: Db, webhookId: string, { status, behind, most }: LogPage) =>
  deliveries(db)
    .where('webhook_id', '=', webhookId)
    .$if(status === undefined, (query) => query.where('webhook_delivery.status', 'in', deliveryStatuses))
    // Written as a literal, so that the database sees that the partial index without arrived deliveries has all these
    // rows.
    .$if(status !== undefined, (query) =>
      query.where('webhook_delivery.status', '=', sql.lit(status ?? 'failed')),
    )
    // Compared as one row, as in the index.
    .$if(behind !== undefined, (query) =>
      query.where(
        sql<boolean>`(webhook_delivery.created_on, webhook_delivery.id) < (${behind?.moment}::timestamptz, ${behind?.id}::uuid)`,
      ),
    )
    .orderBy('webhook_delivery.created_on', 'desc')
    .orderBy('webhook_delivery.id', 'desc')
    .limit(most);

const deliveries = (tx: Db | Tx) =>
  tx
    .selectFrom('webhook_delivery')
    .innerJoin('event', 'event.id', 'webhook_delivery.event_id')
    .selectAll('webhook_delivery')
    .select('event.event_type');
