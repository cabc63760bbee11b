// Records the results of delivery attempts.
import { sql } from 'kysely';
import { after, realTimeOf } from '../work/index.js';
import { type Db, rowsOf, type Tx } from '../db/index.js';
import type { Deps } from '../deps.js';
import { retryAfterSeconds } from '../outbound/index.js';
import { disable } from './disable.js';
import { inOrder, lockedInOrder } from './in-order.js';
import { enqueueThrottled } from './job.js';
import type { Posted } from './post.js';
import { waitAfter } from './retries.js';
import type { WebhookRow } from './rows.js';

/** A webhook that fails for this long is disabled, in milliseconds. */
const disableAfter = 5 * 86_400_000;

/** A retry that the sandbox clock was moved past: `at` was its time, `to` is the clock's new time. */
export interface Passed {
  readonly at: Date;
  readonly to: Date;
}

/**
 * `retryPassed` makes the retries that are due before the clock's new time. Each also has a job this many seconds later,
 * which does something only if the process has ended before.
 */
const fallbackSeconds = 60;

export interface Attempt {
  /** The id of the delivery. */
  readonly id: string;
  /** How many attempts were made before. */
  readonly attempts: number;
}

export interface Arrived extends Attempt {
  /** Whether the answer was slow. */
  readonly late: boolean;
  /** The HTTP status of the answer. */
  readonly status: number | null;
}

export interface Failed extends Attempt {
  /** Where the message was sent. */
  readonly url: string;
  /** How many of the earlier attempts were retries since the first attempt or the latest replay. */
  readonly retries: number;
  readonly posted: Posted;
  readonly problem: string;
  readonly passed: Passed | undefined;
  /** Whether the attempt was slow. */
  readonly late: boolean;
}

/** Updates a delivery, unless another process has recorded the attempt or the delivery was given up. */
export const updatePending = (db: Db | Tx, { id, attempts }: Attempt) =>
  db
    .updateTable('webhook_delivery')
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('status', '=', 'pending');

/**
 * Uses no transaction, because this is the most frequent case. The webhook is updated first. A delivery is left alone if
 * another process has recorded the attempt or the delivery was given up.
 */
export async function recordArrived(
  db: Db,
  webhookId: string,
  arrived: readonly Arrived[],
): Promise<readonly void[]> {
  const slow = arrived.some(({ late }) => late);
  const rows = arrived.map(({ id, attempts, status }) => ({ id, attempts, status }));
  const good = db
    .updateTable('webhook')
    .set({ failing_since: null, slow })
    .where('id', '=', webhookId)
    .where((row) => row.or([row('failing_since', 'is not', null), row('slow', '!=', slow)]));
  await good.execute();
  const statement = db
    .updateTable('webhook_delivery as delivery')
    .from(
      lockedInOrder(
        sql<(typeof rows)[number]>`select delivery.id, delivery.attempts, arrived.status
          from webhook_delivery as delivery
          join ${sql`(select * from ${rowsOf(rows, { id: 'uuid', attempts: 'integer', status: 'integer' })})`} as arrived
            on arrived.id = delivery.id and arrived.attempts = delivery.attempts
          where delivery.status = 'pending'`,
      ),
    )
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
  await statement.execute();
  return arrived.map(() => undefined);
}

export async function recordFailed(
  { jobs, clock }: Deps,
  tx: Tx,
  webhookId: string,
  failed: readonly Failed[],
): Promise<readonly void[]> {
  // Locks the webhook before its deliveries, in the same order as `disable`, which avoids deadlocks.
  const webhook = await tx
    .selectFrom('webhook')
    .select(['url', 'routes'])
    .where('id', '=', webhookId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  // An answer of an address that was replaced meanwhile says nothing about the new one.
  const isStill = (url: string): boolean =>
    webhook !== undefined && (webhook.url === url || webhook.routes.some((route) => route.url === url));
  const slow = failed.some(({ late }) => late);
  for (const { id, attempts, retries, posted, problem, passed, url } of inOrder(failed)) {
    const now = passed?.at ?? clock.now();
    const isGone = posted.status === 410 && isStill(url);
    const wait = waitAfter(retries, retryAfterOf(posted, new Date()));
    const next = wait === undefined ? null : new Date(now.getTime() + wait);
    const row = await updatePending(tx, { id, attempts })
      .set({
        status: next === null ? 'failed' : 'pending',
        error: isGone ? `${problem}: the webhook is disabled` : problem,
        next_attempt_at: next,
        attempts: attempts + 1,
        retries: retries + 1,
        response_status: posted.status ?? null,
        waits_turn: false,
      })
      .returning('id')
      .executeTakeFirst();
    // Another process has recorded the attempt, or the delivery was given up.
    if (!row) continue;
    const reason = isGone ? 'gone' : await recordFailing(tx, { webhookId, slow }, now);
    if (reason) {
      await disable(tx, webhookId, reason);
    } else if (next) {
      const startAfter =
        passed && next <= passed.to ? after(new Date(), fallbackSeconds) : realTimeOf(clock, next);
      const again = { id, attempts: attempts + 1, webhook_id: webhookId, startAfter };
      await enqueueThrottled(jobs, tx, [again]);
    }
  }
  return failed.map(() => undefined);
}

const retryAfterOf = (posted: Posted, now: Date): number | undefined =>
  posted.status === 429 || posted.status === 503 ? retryAfterSeconds(posted.retryAfter, now) : undefined;

/** Stores when the webhook began to fail, and whether it is slow. Returns why it has to be disabled, or null. */
async function recordFailing(
  tx: Tx,
  { webhookId, slow }: { readonly webhookId: string; readonly slow: boolean },
  now: Date,
): Promise<WebhookRow['disabled_reason']> {
  const { failing_since } = await tx
    .updateTable('webhook')
    .set(({ fn, ref, val }) => ({ failing_since: fn.coalesce(ref('failing_since'), val(now)), slow }))
    .where('id', '=', webhookId)
    .returning('failing_since')
    .executeTakeFirstOrThrow();
  return failing_since !== null && now.getTime() - failing_since.getTime() >= disableAfter ? 'failing' : null;
}
