import type { Db, Tx } from '../db/index.js';
import type { Jobs } from '../jobs/index.js';

/** What decides whether the deliveries to a webhook are throttled. */
export interface Receiver {
  readonly failing_since: Date | null;
  readonly slow: boolean;
}

/** Whether deliveries are limited to the few places of webhooks that fail or answer slowly. */
export const isThrottled = ({ failing_since, slow }: Receiver): boolean => failing_since !== null || slow;

/** The ids of the webhooks that are throttled. */
export const throttledWebhooks = (db: Pick<Db, 'selectFrom'>) =>
  db
    .selectFrom('webhook')
    .select('webhook.id')
    .where((row) => row.or([row('failing_since', 'is not', null), row('slow', '=', true)]));

/** The next attempt of a delivery, the one after `attempts` others. */
interface NextAttempt {
  readonly id: string;
  readonly attempts: number;
  readonly webhook_id: string;
}

/** Enqueues attempts in the lane of their webhooks. In the usual one all webhooks of a team share its places. */
export async function enqueueAttempts(
  jobs: Jobs,
  tx: Tx,
  attempts: readonly (NextAttempt & Receiver & { readonly team_id: string })[],
): Promise<void> {
  const usual = attempts.filter((attempt) => !isThrottled(attempt));
  await jobs.enqueueAll(
    tx,
    'webhook',
    usual.map((attempt) => ({ data: dataOf(attempt), group: attempt.team_id })),
  );
  await enqueueThrottled(jobs, tx, attempts.filter(isThrottled));
}

/**
 * Enqueues attempts in the lane where each webhook has few places of its own: one that fails for a moment does not wait behind all
 * that waits for another one.
 */
export const enqueueThrottled = (
  jobs: Jobs,
  tx: Tx,
  attempts: readonly (NextAttempt & { readonly startAfter?: Date })[],
): Promise<void> =>
  jobs.enqueueAll(
    tx,
    'webhook_throttled',
    attempts.map(({ startAfter, ...attempt }) => ({
      data: dataOf(attempt),
      group: attempt.webhook_id,
      ...(startAfter && { startAfter }),
    })),
  );

/** Moves up to `most` attempts of a webhook that recovered, and wait for its few places, to those of its team. Returns how many it found. */
export async function moveBack(
  jobs: Jobs,
  tx: Tx,
  { webhookId, teamId, most }: { readonly webhookId: string; readonly teamId: string; readonly most: number },
): Promise<number> {
  const found = await jobs.takeOut(tx, 'webhook_throttled', webhookId, most);
  // A replay has made a second job of an attempt that was to come later. Side by side they would send it twice.
  const once = new Map(found.map((data) => [`${data.delivery_id} ${data.attempts}`, data]));
  await jobs.enqueueAll(
    tx,
    'webhook',
    [...once.values()].map((data) => ({ data, group: teamId })),
  );
  return found.length;
}

const dataOf = ({ id, attempts }: NextAttempt) => ({ delivery_id: id, attempts });
