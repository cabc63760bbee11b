import type { Db } from '../db/index.js';
import type { LaneData } from '../jobs/index.js';

/** What decides whether the deliveries to a webhook are throttled. */
export interface Receiver {
  readonly failing_since: Date | null;
  readonly slow: boolean;
}

/** Whether deliveries are limited to the few places of webhooks that fail or answer slowly. */
export const isThrottled = ({ failing_since, slow }: Receiver): boolean => failing_since !== null || slow;

/** The ids of webhooks for which that is so. */
export const throttledWebhooks = (db: Pick<Db, 'selectFrom'>) =>
  db
    .selectFrom('webhook')
    .select('webhook.id')
    .where((row) => row.or([row('failing_since', 'is not', null), row('slow', '=', true)]));

interface DeliveryJob {
  readonly data: LaneData['webhook'];
  readonly group: { readonly id: string; readonly slow: boolean };
}

/** One attempt as a job. All webhooks of a team share its places. */
export const deliveryJob = (delivery_id: string, attempts: number, teamId: string): DeliveryJob => ({
  data: { delivery_id, attempts },
  group: { id: teamId, slow: false },
});

/**
 * The same while the webhook is throttled. It has few places of its own: one that fails for a moment does not wait behind all that
 * waits for another one.
 */
export const throttledJob = (delivery_id: string, attempts: number, webhookId: string): DeliveryJob => ({
  data: { delivery_id, attempts, slow: true },
  group: { id: webhookId, slow: true },
});
