// Webhooks that have recovered: they failed or were slow, and answer well again. Deliveries that wait for their few places
// move back to the places of the team.
import { setTimeout as pause } from 'node:timers/promises';
import { batchedBy } from '../work/index.js';
import { type Db, transact } from '../db/index.js';
import type { Deps } from '../deps.js';
import { enqueueTurns, laneOfTurns, moveBack, takeBack, throttledWebhooks } from './job.js';

/** From when on an overdue delivery suggests that others wait too, in milliseconds. */
const waitsAfter = 5_000;

/**
 * How many deliveries move back at once, and when more of the same webhook may follow, in milliseconds: others need the
 * places of the team too.
 */
const most = 200;
const nextAfter = 1_000;
/** The same wait when there were fewer. Each look reads all deliveries that wait for throttled webhooks. */
const nextAfterAll = 10_000;
/** How many simultaneous requests share one run. */
const mostAtOnce = 100;

export interface Waiting {
  readonly webhook_id: string;
  readonly team_id: string;
  readonly next_attempt_at: Date | null;
}

/**
 * Returns a function that moves the deliveries that wait along with one whose webhook is no longer throttled. Never
 * rejects.
 */
export function createReliever(
  deps: Pick<Deps, 'db' | 'jobs' | 'clock' | 'log'>,
): (delivery: Waiting) => Promise<void> {
  /** When a webhook may be looked at again, in the time of `performance.now()`. */
  const next = new Map<string, number>();
  const relieve = batchedBy(mostAtOnce, async (webhookId: string, teams: readonly string[]) => {
    const [teamId = ''] = teams;
    const found = await transact(deps.db, (tx) => moveBack(deps.jobs, tx, { webhookId, teamId, most }));
    setNext(webhookId, found < most ? nextAfterAll : nextAfter);
    return teams.map(() => undefined);
  });
  const setNext = (webhookId: string, wait: number): void => {
    const now = performance.now();
    for (const [id, time] of next) if (time <= now) next.delete(id);
    next.set(webhookId, now + wait);
  };
  return async ({ webhook_id, team_id, next_attempt_at }) => {
    const isOverdue =
      next_attempt_at !== null && deps.clock.now().getTime() - next_attempt_at.getTime() > waitsAfter;
    if (!isOverdue || (next.get(webhook_id) ?? 0) > performance.now()) return;
    try {
      await relieve(webhook_id, team_id);
    } catch (err) {
      // Nothing is lost: the deliveries are sent one after the other.
      setNext(webhook_id, nextAfterAll);
      deps.log.warn({ err, webhook_id }, 'deliveries keep the few places of their webhook');
    }
  };
}

/** After how many parts a recovered webhook lets others have their turn. */
const mostParts = 30;

/**
 * Ends a turn of a webhook by enqueuing the next one. A recovered webhook needs no turns: its deliveries move back part by
 * part.
 */
export async function goOn(
  { db, jobs }: Pick<Deps, 'db' | 'jobs'>,
  webhook: { readonly id: string; readonly team_id: string },
  signal: AbortSignal,
): Promise<void> {
  let throttled: { readonly slow: boolean } | undefined;
  for (let part = 1; part <= mostParts; part++) {
    throttled = await lookUpThrottled(db, webhook.id);
    if (throttled) break;
    const found = await transact(db, (tx) => takeBack(jobs, tx, webhook, most));
    if (found < most) return;
    // If the service stops meanwhile, the job is run again.
    await pause(nextAfter, undefined, { signal });
  }
  const lane = laneOfTurns(throttled ?? { slow: false });
  await transact(db, (tx) => enqueueTurns(jobs, tx, lane, [webhook]));
}

const lookUpThrottled = (db: Db, id: string) =>
  throttledWebhooks(db).select('webhook.slow').where('webhook.id', '=', id).executeTakeFirst();
