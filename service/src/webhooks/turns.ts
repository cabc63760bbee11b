// Webhooks that fail, or whose attempts take long, have turns: of each a few deliveries are sent, then it stands behind all others. So
// neither the number of those that hang nor what waits for them keeps another one from its turn for long.
import { transact } from '../db/index.js';
import type { Deps } from '../deps.js';
import type { LaneData } from '../jobs/index.js';
import type { createDeliverer } from './deliver.js';
import { enqueueTurns, isThrottled, type LaneOfTurns, laneOfTurns, waitingForTurn } from './job.js';
import { goOn } from './recovered.js';

/** How many deliveries one turn sends, side by side. */
const perTurn = 2;
/** How soon a turn comes again that another one of the webhook is in the way of, in milliseconds. */
const lookAgainIn = 1_000;

/**
 * Returns a function that does one turn of a webhook. What it sends waits for a turn until it is recorded, so that nothing is lost with
 * the process.
 */
export function createTurns(
  deps: Deps,
  deliver: ReturnType<typeof createDeliverer>,
  lane: LaneOfTurns,
): (job: LaneData['webhook_slow'], signal: AbortSignal) => Promise<void> {
  const { db, jobs } = deps;
  return async ({ webhook_id: id }, signal) => {
    const webhook = await db
      .selectFrom('webhook')
      .select(['id', 'team_id', 'failing_since', 'slow'])
      .where('id', '=', id)
      .executeTakeFirst();
    if (!webhook) return;
    if (isThrottled(webhook)) {
      const own = laneOfTurns(webhook);
      // It has become slow since its turn was enqueued, or is so no more.
      if (own !== lane) return transact(db, (tx) => enqueueTurns(jobs, tx, new Map([[id, own]])));
      // A turn that began before that sends what waits still, and another process would send it once more.
      const other = laneOfTurns({ slow: !webhook.slow });
      if (await jobs.isInProgress(db, other, id)) {
        const again = { group: id, startAfter: new Date(Date.now() + lookAgainIn) };
        return transact(db, (tx) => jobs.enqueue(tx, lane, { webhook_id: id }, again));
      }
      const next = await waitingForTurn(db, id, perTurn).execute();
      const sent = await Promise.allSettled(
        next.map(({ id: delivery_id, attempts }) => deliver({ delivery_id, attempts }, signal, lane)),
      );
      for (const each of sent) if (each.status === 'rejected') throw each.reason;
      // Whatever has come to wait since has asked for another turn.
      if (next.length < perTurn) return;
    }
    await goOn(deps, webhook, signal);
  };
}
