// Webhooks that fail, or whose attempts take long, take turns: a turn sends a few deliveries of one webhook, which then
// goes behind all others of its team, and teams take turns too. So neither many hanging webhooks, nor many waiting
// deliveries, nor a team with many webhooks delay another team's turn for long.
import { transact } from '../db/index.js';
import type { Deps } from '../deps.js';
import type { LaneData } from '../jobs/index.js';
import type { createDeliverer } from './deliver.js';
import { enqueueTurns, isThrottled, type LaneOfTurns, laneOfTurns, waitingForTurn } from './job.js';
import { goOn } from './recovered.js';

/** How many deliveries one turn sends at once. */
const perTurn = 2;
/** How soon a turn is tried again if another turn of the same webhook is in progress, in milliseconds. */
const lookAgainIn = 1_000;

/**
 * Returns a function that does one turn of a webhook. Its deliveries stay marked as waiting until their result is recorded,
 * so that nothing is lost with the process.
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
      // The webhook has become slow since its turn was enqueued, or is no longer slow.
      if (own !== lane) return transact(db, (tx) => enqueueTurns(jobs, tx, own, [webhook]));
      // A turn that began in the other lane still sends these deliveries, and another process would send them once more.
      const other = laneOfTurns({ slow: !webhook.slow });
      if (await jobs.isInProgress(db, other, id)) {
        const again = { ...webhook, startAfter: new Date(Date.now() + lookAgainIn) };
        return transact(db, (tx) => enqueueTurns(jobs, tx, lane, [again]));
      }
      const next = await waitingForTurn(db, id, perTurn).execute();
      const sent = await Promise.allSettled(
        next.map(({ id: delivery_id, attempts }) => deliver({ delivery_id, attempts }, signal, lane)),
      );
      for (const each of sent) if (each.status === 'rejected') throw each.reason;
      // Deliveries that have begun to wait since have enqueued another turn.
      if (next.length < perTurn) return;
    }
    await goOn(deps, webhook, signal);
  };
}
