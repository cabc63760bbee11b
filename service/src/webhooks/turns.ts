// Webhooks whose attempts take long have turns: of each a few deliveries are sent, then it stands behind all others. So neither the
// number of those that hang nor what waits for them keeps another one from its turn for long.
import type { Deps } from '../deps.js';
import type { LaneData } from '../jobs/index.js';
import type { createDeliverer } from './deliver.js';
import { isThrottled, waitingForTurn } from './job.js';
import { goOn } from './recovered.js';

/** How many deliveries one turn sends, side by side. */
const perTurn = 2;

/**
 * Returns a function that does one turn of a webhook. What it sends waits for a turn until it is recorded, so that nothing is lost with
 * the process.
 */
export function createTurns(
  deps: Deps,
  deliver: ReturnType<typeof createDeliverer>,
): (job: LaneData['webhook_slow'], signal: AbortSignal) => Promise<void> {
  const { db } = deps;
  return async ({ webhook_id: id }, signal) => {
    const webhook = await db
      .selectFrom('webhook')
      .select(['id', 'team_id', 'failing_since', 'slow'])
      .where('id', '=', id)
      .executeTakeFirst();
    if (!webhook) return;
    if (isThrottled(webhook)) {
      const next = await waitingForTurn(db, id, perTurn).execute();
      const sent = await Promise.allSettled(
        next.map(({ id: delivery_id, attempts }) =>
          deliver({ delivery_id, attempts }, signal, 'webhook_slow'),
        ),
      );
      for (const each of sent) if (each.status === 'rejected') throw each.reason;
      // Whatever has come to wait since has asked for another turn.
      if (next.length < perTurn) return;
    }
    await goOn(deps, webhook, signal);
  };
}
