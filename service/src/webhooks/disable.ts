import { sql } from 'kysely';
import type { Tx } from '../db/index.js';
import { lockedInOrder } from './in-order.js';
import type { WebhookRow } from './rows.js';

/** How many deliveries one transaction gives up, so that it stays short. */
const mostAtOnce = 2000;

/**
 * Disables a webhook and marks its pending deliveries as failed. They can be replayed. If there are very many,
 * `giveUpDisabled` marks the rest.
 */
export async function disable(
  tx: Tx,
  id: string,
  reason: NonNullable<WebhookRow['disabled_reason']>,
): Promise<void> {
  await tx
    .updateTable('webhook')
    .set({ status: 'disabled', disabled_reason: reason })
    .where('id', '=', id)
    .where('status', '=', 'enabled')
    .execute();
  await giveUp(tx, id);
}

/** Marks pending deliveries of a disabled webhook as failed. Returns whether there may be more. */
export async function giveUpDisabled(tx: Tx): Promise<boolean> {
  const webhook = await tx
    .selectFrom('webhook')
    .select('id')
    .where('status', '=', 'disabled')
    // The deliveries of a deleted webhook are deleted instead.
    .where('deleted_on', 'is', null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('webhook_delivery')
          .select('webhook_delivery.id')
          .whereRef('webhook_delivery.webhook_id', '=', 'webhook.id')
          .where('webhook_delivery.status', '=', sql.lit('pending')),
      ),
    )
    .limit(1)
    // Prevents the webhook from being enabled meanwhile.
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (!webhook) return false;
  await giveUp(tx, webhook.id);
  return true;
}

/** The same for one webhook. Returns false if it is enabled by now: then its deliveries are sent. */
export async function giveUpOf(tx: Tx, id: string): Promise<boolean> {
  const webhook = await tx
    .selectFrom('webhook')
    .select('id')
    .where('id', '=', id)
    .where('status', '=', 'disabled')
    .forUpdate()
    .executeTakeFirst();
  if (webhook) await giveUp(tx, id);
  return webhook !== undefined;
}

async function giveUp(tx: Tx, webhookId: string): Promise<void> {
  const some = tx
    .selectFrom('webhook_delivery')
    .select('id')
    .where('webhook_id', '=', webhookId)
    .where('status', '=', sql.lit('pending'))
    .orderBy('created_on')
    .limit(mostAtOnce);
  await tx
    .updateTable('webhook_delivery')
    .from(
      lockedInOrder(
        sql<{
          id: string;
        }>`select delivery.id from webhook_delivery as delivery where delivery.id in (${some})`,
      ),
    )
    .set(({ fn, ref, val }) => ({
      status: 'failed',
      next_attempt_at: null,
      error: fn.coalesce(ref('webhook_delivery.error'), val('the webhook is disabled')),
    }))
    .whereRef('webhook_delivery.id', '=', 'given.id')
    // A delivery may have arrived just now.
    .where('webhook_delivery.status', '=', 'pending')
    .execute();
}
