import type { Tx } from '../db/index.js';
import type { WebhookRow } from './rows.js';

/** Disables a webhook and marks its pending deliveries as failed. They can be replayed. */
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
  await tx
    .updateTable('webhook_delivery')
    .set(({ fn, ref, val }) => ({
      status: 'failed',
      next_attempt_at: null,
      error: fn.coalesce(ref('error'), val('the webhook is disabled')),
    }))
    .where('webhook_id', '=', id)
    .where('status', '=', 'pending')
    .execute();
}
