import { transact, type Tx } from '../db/index.js';
import type { Deps } from '../deps.js';
import type { LaneData } from '../jobs/index.js';
import { disable } from './disable.js';
import { messageFor, type EventRow } from './message.js';
import { post, type Posted } from './post.js';
import { secondsOf, waitAfter } from './retries.js';
import type { DeliveryRow, WebhookRow } from './rows.js';

/** A webhook at which nothing arrived for so long is disabled, in milliseconds. */
const patience = 5 * 86_400_000;

/** One attempt to deliver. It does nothing where that attempt was made, or nothing is to be sent any more. */
export async function deliver(
  deps: Deps,
  { delivery_id, attempts }: LaneData['webhook'],
  signal: AbortSignal,
): Promise<void> {
  const { db } = deps;
  const delivery = await db
    .selectFrom('webhook_delivery')
    .selectAll()
    .where('id', '=', delivery_id)
    .where('status', '=', 'pending')
    .where('attempts', '=', attempts)
    .executeTakeFirst();
  if (!delivery) return;
  const webhook = await db
    .selectFrom('webhook')
    .selectAll()
    .where('id', '=', delivery.webhook_id)
    .executeTakeFirst();
  const event = await db
    .selectFrom('event')
    .selectAll()
    .where('id', '=', delivery.event_id)
    .executeTakeFirst();
  // Deleted in between, with this delivery.
  if (!webhook || !event) return;
  // Written while the webhook was just being disabled.
  if (webhook.status === 'disabled')
    return transact(db, (tx) => disable(tx, webhook.id, webhook.disabled_reason ?? 'requested'));

  const posted = await send(deps, webhook, event, signal);
  await transact(db, (tx) => record(deps, tx, delivery, webhook.id, posted));
}

const unreadable =
  'not sent: the secret or headers of the webhook cannot be read with the master key of this service';

async function send(deps: Deps, webhook: WebhookRow, event: EventRow, signal: AbortSignal): Promise<Posted> {
  let message;
  try {
    message = messageFor(deps, webhook, event, new Date());
  } catch (err) {
    deps.log.error({ err, webhook_id: webhook.id }, 'the secret of a webhook cannot be read with this key');
    return { status: undefined, problem: unreadable };
  }
  return post(message, deps.webhookAllowPrivate, signal);
}

async function record(
  { jobs }: Deps,
  tx: Tx,
  { id, attempts, retries }: DeliveryRow,
  webhookId: string,
  posted: Posted,
): Promise<void> {
  const now = new Date();
  const error = problemOf(posted);
  const asked = askedToWait(posted, now);
  const wait = error === null ? undefined : waitAfter(retries, asked);
  const next = wait === undefined ? null : new Date(now.getTime() + wait);
  const recorded = await tx
    .updateTable('webhook_delivery')
    .set({
      status: error === null ? 'success' : next === null ? 'failed' : 'pending',
      attempts: attempts + 1,
      retries: retries + 1,
      response_status: posted.status ?? null,
      error,
      next_attempt_at: next,
    })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('status', '=', 'pending')
    .returning('id')
    .executeTakeFirst();
  // Another process made this attempt too, or the webhook was disabled meanwhile.
  if (!recorded) return;
  if (error === null) return hasArrived(tx, webhookId);

  const reason = await hasFailed(tx, webhookId, posted.status, now);
  if (reason) return disable(tx, webhookId, reason);
  if (next) {
    const data = { delivery_id: id, attempts: attempts + 1 };
    await jobs.enqueue(tx, 'webhook', data, { startAfter: next, group: { id: webhookId, failing: true } });
  }
}

/** Why it has not arrived; null where it has. */
function problemOf(posted: Posted): string | null {
  const { status } = posted;
  if (status === undefined) return posted.problem;
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400) return `answered with ${status}: redirects are not followed`;
  return status === 410 ? 'answered with 410: the webhook is disabled' : `answered with ${status}`;
}

const askedToWait = (posted: Posted, now: Date): number | undefined =>
  posted.status === 429 || posted.status === 503 ? secondsOf(posted.retryAfter, now) : undefined;

async function hasArrived(tx: Tx, webhookId: string): Promise<void> {
  await tx
    .updateTable('webhook')
    .set({ failing_since: null })
    .where('id', '=', webhookId)
    .where('failing_since', 'is not', null)
    .execute();
}

/** Keeps since when nothing arrives. Answers why the webhook is to be disabled, if it is. */
async function hasFailed(
  tx: Tx,
  webhookId: string,
  status: number | undefined,
  now: Date,
): Promise<WebhookRow['disabled_reason']> {
  if (status === 410) return 'gone';
  const { failing_since } = await tx
    .updateTable('webhook')
    .set(({ fn, ref, val }) => ({ failing_since: fn.coalesce(ref('failing_since'), val(now)) }))
    .where('id', '=', webhookId)
    .returning('failing_since')
    .executeTakeFirstOrThrow();
  return failing_since !== null && now.getTime() - failing_since.getTime() >= patience ? 'failing' : null;
}
