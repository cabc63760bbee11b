import { batched, batchedBy } from '../batched.js';
import { repeat, rowsOf, transact, type Db, type Tx } from '../db/index.js';
import type { Deps } from '../deps.js';
import type { LaneData } from '../jobs/index.js';
import { disable } from './disable.js';
import { messageFor, type Addressee, type EventRow } from './message.js';
import { post, type Posted } from './post.js';
import { secondsOf, waitAfter } from './retries.js';
import type { WebhookRow } from './rows.js';

/** A webhook at which nothing arrived for so long is disabled, in milliseconds. */
const patience = 5 * 86_400_000;

type DisabledReason = NonNullable<WebhookRow['disabled_reason']>;

/** How many deliveries one statement reads or records. */
const mostAtOnce = 100;

/**
 * Makes one attempt to deliver for each job. It does nothing where that attempt was made, or nothing is to be sent any
 * more. What several ask of the database at the same time goes into one statement.
 */
export function delivering(deps: Deps): (job: LaneData['webhook'], signal: AbortSignal) => Promise<void> {
  const { db } = deps;
  const read = batched(mostAtOnce, (ids: readonly string[]) => readPending(db, ids));
  // Each webhook by itself: where one is just being disabled or deleted, the others go on.
  const hasArrived = batchedBy(mostAtOnce, (webhookId: string, arrived: readonly Arrived[]) =>
    recordArrived(db, webhookId, arrived),
  );
  const isDisabled = batchedBy(mostAtOnce, (webhookId: string, reasons: readonly DisabledReason[]) =>
    transact(db, async (tx) => {
      await disable(tx, webhookId, reasons[0] ?? 'requested');
      return reasons.map(() => undefined);
    }),
  );
  const hasFailed = batchedBy(mostAtOnce, (webhookId: string, failed: readonly Failed[]) =>
    transact(db, (tx) => recordFailed(deps, tx, webhookId, failed)),
  );

  return async ({ delivery_id, attempts }, signal) => {
    const row = await read(delivery_id);
    if (row?.attempts !== attempts) return;
    const webhook = { ...row, id: row.webhook_id };
    // Written while the webhook was just being disabled.
    if (row.status === 'disabled') return isDisabled(webhook.id, row.disabled_reason ?? 'requested');

    const posted = await send(deps, webhook, { ...row, id: row.event_id }, signal);
    const problem = problemOf(posted);
    const attempt = { id: delivery_id, attempts };
    if (problem === null) return hasArrived(webhook.id, { ...attempt, status: posted.status ?? null });
    return hasFailed(webhook.id, { ...attempt, retries: row.retries, posted, problem });
  };
}

/** In the order of the ids; undefined for those of which nothing is to be sent. */
async function readPending(db: Db, ids: readonly string[]) {
  const rows = await db
    .selectFrom('webhook_delivery as delivery')
    .innerJoin('webhook', 'webhook.id', 'delivery.webhook_id')
    .innerJoin('event', 'event.id', 'delivery.event_id')
    .select(['delivery.id as delivery_id', 'delivery.webhook_id', 'delivery.event_id'])
    .select(['delivery.attempts', 'delivery.retries'])
    .select(['webhook.kind', 'webhook.url', 'webhook.routes', 'webhook.headers'])
    .select(['webhook.secret', 'webhook.old_secret', 'webhook.old_secret_until'])
    .select(['webhook.status', 'webhook.disabled_reason'])
    .select(['event.team_id', 'event.user_id', 'event.client_user_id'])
    .select(['event.event_type', 'event.data', 'event.created_on'])
    .where('delivery.id', 'in', ids)
    .where('delivery.status', '=', 'pending')
    .execute();
  const byId = new Map(rows.map((row) => [row.delivery_id, row]));
  return ids.map((id) => byId.get(id));
}

const unreadable =
  'not sent: the secret or headers of the webhook cannot be read with the master key of this service';

async function send(deps: Deps, webhook: Addressee, event: EventRow, signal: AbortSignal): Promise<Posted> {
  let message;
  try {
    message = messageFor(deps, webhook, event, new Date());
  } catch (err) {
    deps.log.error({ err, webhook_id: webhook.id }, 'the secret of a webhook cannot be read with this key');
    return { status: undefined, problem: unreadable };
  }
  return post(message, deps.webhookAllowPrivate, signal);
}

interface Attempt {
  /** Of the delivery. */
  readonly id: string;
  /** Those before this one. */
  readonly attempts: number;
}

interface Arrived extends Attempt {
  /** What the receiver answered. */
  readonly status: number | null;
}

interface Failed extends Attempt {
  /** Of the attempts before, those since the delivery began or was replayed. */
  readonly retries: number;
  readonly posted: Posted;
  readonly problem: string;
}

/**
 * It is what mostly happens, so without a transaction: that something has arrived is known of the webhook first. Of a
 * delivery nothing is recorded where another process made the attempt too, or it was given up.
 */
async function recordArrived(
  db: Db,
  webhookId: string,
  arrived: readonly Arrived[],
): Promise<readonly void[]> {
  const good = db
    .updateTable('webhook')
    .set({ failing_since: null })
    .where('id', '=', webhookId)
    .where('failing_since', 'is not', null);
  await repeat(() => good.execute());
  const statement = db
    .updateTable('webhook_delivery as delivery')
    .from(rowsOf(arrived, { id: 'uuid', attempts: 'integer', status: 'integer' }))
    .set(({ ref, eb }) => ({
      status: 'success',
      error: null,
      next_attempt_at: null,
      attempts: eb('delivery.attempts', '+', 1),
      retries: eb('delivery.retries', '+', 1),
      response_status: ref('given.status'),
    }))
    .whereRef('delivery.id', '=', 'given.id')
    .whereRef('delivery.attempts', '=', 'given.attempts')
    .where('delivery.status', '=', 'pending');
  await repeat(() => statement.execute());
  return arrived.map(() => undefined);
}

async function recordFailed(
  { jobs }: Deps,
  tx: Tx,
  webhookId: string,
  failed: readonly Failed[],
): Promise<readonly void[]> {
  // The webhook before its deliveries, as whoever disables it has it.
  await tx.selectFrom('webhook').select('id').where('id', '=', webhookId).forNoKeyUpdate().execute();
  for (const { id, attempts, retries, posted, problem } of failed) {
    const now = new Date();
    const wait = waitAfter(retries, askedToWait(posted, now));
    const next = wait === undefined ? null : new Date(now.getTime() + wait);
    const row = await tx
      .updateTable('webhook_delivery')
      .set({
        status: next === null ? 'failed' : 'pending',
        error: problem,
        next_attempt_at: next,
        attempts: attempts + 1,
        retries: retries + 1,
        response_status: posted.status ?? null,
      })
      .where('id', '=', id)
      .where('attempts', '=', attempts)
      .where('status', '=', 'pending')
      .returning('id')
      .executeTakeFirst();
    // Another process made the attempt too, or the delivery was given up.
    if (!row) continue;
    const reason = await failingReason(tx, webhookId, posted.status, now);
    if (reason) {
      await disable(tx, webhookId, reason);
    } else if (next) {
      const data = { delivery_id: id, attempts: attempts + 1 };
      await jobs.enqueue(tx, 'webhook', data, { startAfter: next, group: { id: webhookId, failing: true } });
    }
  }
  return failed.map(() => undefined);
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

/** Keeps since when nothing arrives. Answers why the webhook is to be disabled, if it is. */
async function failingReason(
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
