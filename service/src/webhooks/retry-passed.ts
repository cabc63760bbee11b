// Retries follow the sandbox clock: when the clock is moved, the retries that it passes are made, each as if at its own
// time.
import { realTimeOf, turns } from '../work/index.js';
import { transact } from '../db/index.js';
import type { Deps } from '../deps.js';
import { createDeliverer } from './deliver.js';
import { enqueueAnew } from './job.js';

/** How many retries are read at once. */
const mostAtOnce = 500;
/** How many retries of one webhook are made at once. One that never answers delays each by 15 seconds. */
const perWebhook = 50;

/**
 * Makes the retries that were due after `from` and until `to`, the clock's new time, and the further retries that these
 * cause until then. The jobs of later retries are enqueued again,
 * because their real time has changed.
 */
export async function retryPassed(deps: Deps, from: Date, to: Date): Promise<void> {
  const attempt = createDeliverer(deps);
  for (;;) {
    const due = await pending(deps)
      .where('next_attempt_at', '>', from)
      .where('next_attempt_at', '<=', to)
      .limit(mostAtOnce)
      .execute();
    if (due.length === 0 || deps.stopping.aborted) break;
    const inTurn = new Map(due.map(({ webhook_id }) => [webhook_id, turns(perWebhook)]));
    await Promise.all(
      due.map(({ id, webhook_id, attempts, next_attempt_at }) =>
        inTurn.get(webhook_id)?.(() =>
          attempt({ delivery_id: id, attempts }, deps.stopping, {
            passed: { at: next_attempt_at ?? to, to },
          }),
        ),
      ),
    );
  }
  const later = await pending(deps).where('next_attempt_at', '>', to).execute();
  await transact(deps.db, (tx) =>
    // The earlier jobs of these attempts start too late. They would be one more for each time the clock is moved.
    enqueueAnew(
      deps.jobs,
      tx,
      later.map(({ next_attempt_at, ...attempt }) => ({
        ...attempt,
        startAfter: realTimeOf(deps.clock, next_attempt_at ?? to),
      })),
    ),
  );
}

const pending = ({ db }: Deps) =>
  db
    .selectFrom('webhook_delivery')
    .innerJoin('webhook', 'webhook.id', 'webhook_delivery.webhook_id')
    .select(['webhook_delivery.id', 'webhook_id', 'attempts', 'next_attempt_at'])
    .where('webhook_delivery.status', '=', 'pending')
    .orderBy('next_attempt_at')
    .orderBy('webhook_delivery.id');
