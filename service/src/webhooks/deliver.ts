import { batched, batchedBy, keyedTurns, realTimeOf } from '../work/index.js';
import { openedOrLogged } from '../crypto/index.js';
import { type Db, transact, type Tx } from '../db/index.js';
import type { Deps } from '../deps.js';
import type { LaneData } from '../jobs/index.js';
import { giveUpOf } from './disable.js';
import { hasFlag } from '../accounts/index.js';
import { inOrder } from './in-order.js';
import { enqueueThrottled, isThrottled, type LaneOfTurns, waitForTurns } from './job.js';
import { createTeamLabel, webhookAttempts, webhookSeconds } from '../metrics/index.js';
import { messageFor, type Addressee, type EventRow } from './message.js';
import { post, type Posted } from './post.js';
import { createReliever } from './recovered.js';
import {
  recordArrived,
  recordFailed,
  updatePending,
  type Arrived,
  type Attempt,
  type Failed,
  type Passed,
} from './record-attempt.js';

/** When an event that could not be decrypted is tried again, in milliseconds. */
const readAgainAfter = 5 * 60_000;

/** An attempt that takes longer, in milliseconds, counts as slow. */
const slowAfter = 2_000;

/** How many deliveries one statement reads or updates. */
const mostAtOnce = 100;

/**
 * Shared by all deliverers of the process. A replay adds a second job for an attempt that was to come later, and moving the
 * clock makes an attempt that has a job too. Run at the same time, the two would send the message twice.
 */
const inTurn = keyedTurns();

/** What makes an attempt: one of the lanes, or the clock that was moved past its time. */
export type Source = 'webhook' | 'webhook_throttled' | LaneOfTurns | { readonly passed: Passed };

/**
 * Returns a function that makes the attempt of a job. The function does nothing if the attempt was
 * made already, or if nothing may be sent any more. Queries of simultaneous attempts share statements.
 */
export function createDeliverer(
  deps: Deps,
): (job: LaneData['webhook'], signal: AbortSignal, from: Source) => Promise<void> {
  const { db } = deps;
  const read = batched(mostAtOnce, (ids: readonly string[]) => readPending(db, ids));
  // One statement for each webhook, so that a locked one does not block the others.
  const markArrived = batchedBy(mostAtOnce, (webhookId: string, arrived: readonly Arrived[]) =>
    recordArrived(db, webhookId, arrived),
  );
  const giveUpDisabled = batchedBy(mostAtOnce, (webhookId: string, attempts: readonly Attempt[]) =>
    transact(db, async (tx) => {
      const isDisabled = await giveUpOf(tx, webhookId);
      return attempts.map(() => isDisabled);
    }),
  );
  const giveUpSwitchedOff = batchedBy(mostAtOnce, (_webhookId: string, attempts: readonly Attempt[]) =>
    giveUp(db, attempts),
  );
  const postponeUnreadable = batchedBy(mostAtOnce, (webhookId: string, postponed: readonly Attempt[]) =>
    transact(db, (tx) => postpone(deps, tx, webhookId, postponed)),
  );
  const markFailed = batchedBy(mostAtOnce, (webhookId: string, failed: readonly Failed[]) =>
    transact(db, (tx) => recordFailed(deps, tx, webhookId, failed)),
  );

  const teamLabel = createTeamLabel();
  const queue = batchedBy(
    mostAtOnce,
    (webhookId: string, attempts: readonly (Attempt & { slow: boolean; team_id: string })[]) =>
      transact(db, async (tx) => {
        const waiting = attempts.map((each) => ({ ...each, webhook_id: webhookId }));
        await waitForTurns(deps.jobs, tx, waiting);
        return attempts.map(() => undefined);
      }),
  );
  const relieve = createReliever(deps);

  const attempt = async (
    { delivery_id, attempts }: LaneData['webhook'],
    signal: AbortSignal,
    from: Source,
  ): Promise<void> => {
    const row = await read(delivery_id);
    if (row?.attempts !== attempts) return;
    const webhook = { ...row, id: row.webhook_id };
    const made = { id: delivery_id, attempts };
    // The delivery was written while the webhook was being disabled. The webhook may have been enabled again since it was read.
    if (row.status === 'disabled') {
      if (await giveUpDisabled(webhook.id, made)) return;
      return attempt({ delivery_id, attempts }, signal, from);
    }
    if (!hasFlag(row.flags, 'management')) return giveUpSwitchedOff(webhook.id, made);
    const hasOwnJob = from === 'webhook' || from === 'webhook_throttled';
    if (hasOwnJob && isThrottled(row)) {
      const { slow, team_id } = row;
      return queue(webhook.id, { ...made, slow, team_id });
    }
    if (from === 'webhook_throttled') await relieve(row);
    const message = readable(deps, webhook, { ...row, id: row.event_id });
    if (!message) return postponeUnreadable(webhook.id, made);
    const began = performance.now();
    const posted = await post(message, deps.webhookAllowPrivate, signal);
    const problem = problemOf(posted);
    const late = performance.now() - began > slowAfter;
    const team = teamLabel(row.team_id);
    // Both counters are set, so that the very first failure is seen as an increase.
    webhookAttempts.inc({ team, outcome: 'arrived' }, problem === null ? 1 : 0);
    webhookAttempts.inc({ team, outcome: 'failed' }, problem === null ? 0 : 1);
    if (problem === null) {
      webhookSeconds.observe(Math.max(0, (deps.clock.now().getTime() - row.created_on.getTime()) / 1000));
      return markArrived(webhook.id, { ...made, status: posted.status ?? null, late });
    }
    const { retries } = row;
    const passed = typeof from === 'object' ? from.passed : undefined;
    return markFailed(webhook.id, { ...made, url: message.url, retries, posted, problem, passed, late });
  };

  return (job, signal, from) => inTurn(job.delivery_id, () => attempt(job, signal, from));
}

/** The deliveries in the order of the ids; undefined for a delivery that is not to be sent. */
async function readPending(db: Db, ids: readonly string[]) {
  const rows = await db
    .selectFrom('webhook_delivery as delivery')
    .innerJoin('webhook', 'webhook.id', 'delivery.webhook_id')
    .innerJoin('team', 'team.id', 'webhook.team_id')
    .innerJoin('event', 'event.id', 'delivery.event_id')
    .select('team.flags')
    .select(['delivery.id as delivery_id', 'delivery.webhook_id', 'delivery.event_id'])
    .select(['delivery.attempts', 'delivery.retries', 'delivery.next_attempt_at'])
    .select(['webhook.kind', 'webhook.url', 'webhook.routes', 'webhook.headers'])
    .select(['webhook.secret', 'webhook.old_secret', 'webhook.old_secret_until'])
    .select(['webhook.status', 'webhook.failing_since', 'webhook.slow'])
    .select(['event.team_id', 'event.user_id', 'event.client_user_id'])
    .select(['event.event_type', 'event.sealed_data', 'event.unsealed_data', 'event.created_on'])
    .where('delivery.id', 'in', ids)
    .where('delivery.status', '=', 'pending')
    .execute();
  const byId = new Map(rows.map((row) => [row.delivery_id, row]));
  return ids.map((id) => byId.get(id));
}

/**
 * Fails attempts: nothing is sent for a team whose switch `management` is off (spec 5). The deliveries can be replayed once
 * it is on.
 */
async function giveUp(db: Db, attempts: readonly Attempt[]): Promise<readonly void[]> {
  const error = 'not sent: the switch `management` of the team is off';
  for (const attempt of attempts)
    await updatePending(db, attempt).set({ status: 'failed', error, next_attempt_at: null }).execute();
  return attempts.map(() => undefined);
}

const unreadable = 'not sent: the event or its webhook cannot be read with the master key of this service';

const readable = (deps: Deps, webhook: Addressee, event: EventRow) =>
  openedOrLogged(deps.log, { webhook_id: webhook.id }, 'an event or webhook', () =>
    messageFor(deps, webhook, event, new Date()),
  );

/** Tries again later without counting an attempt, because none was made. */
async function postpone(
  { jobs, clock }: Deps,
  tx: Tx,
  webhookId: string,
  postponed: readonly Attempt[],
): Promise<readonly void[]> {
  const next = new Date(clock.now().getTime() + readAgainAfter);
  for (const { id, attempts } of inOrder(postponed)) {
    const row = await updatePending(tx, { id, attempts })
      .set({ error: unreadable, next_attempt_at: next, waits_turn: false })
      .returning('id')
      .executeTakeFirst();
    if (!row) continue;
    const again = { id, attempts, webhook_id: webhookId, startAfter: realTimeOf(clock, next) };
    await enqueueThrottled(jobs, tx, [again]);
  }
  return postponed.map(() => undefined);
}

/** Why the attempt failed; null if it succeeded. */
function problemOf(posted: Posted): string | null {
  const { status } = posted;
  if (status === undefined) return posted.problem;
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400) return `answered with ${status}: redirects are not followed`;
  return `answered with ${status}`;
}
