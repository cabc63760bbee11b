import { sql } from 'kysely';
import { type Db, rowsOf, type Tx } from '../db/index.js';
import type { Jobs } from '../jobs/index.js';
import { lockedInOrder } from './in-order.js';

/** The state that decides whether deliveries to a webhook are throttled. */
export interface Receiver {
  readonly failing_since: Date | null;
  readonly slow: boolean;
}

/** Whether deliveries are limited to the few places of webhooks that fail or answer slowly. */
export const isThrottled = ({ failing_since, slow }: Receiver): boolean => failing_since !== null || slow;

/** The query for throttled webhooks. */
export const throttledWebhooks = (db: Pick<Db, 'selectFrom'>) =>
  db
    .selectFrom('webhook')
    .select('webhook.id')
    .where((row) => row.or([row('failing_since', 'is not', null), row('slow', '=', true)]));

/** The next attempt of a delivery, after `attempts` earlier ones. */
interface NextAttempt {
  readonly id: string;
  readonly attempts: number;
  readonly webhook_id: string;
}

interface OfTeam {
  readonly team_id: string;
}

/**
 * Enqueues attempts: in the usual lane, where all webhooks of a team share its places, or for the turns of their webhooks.
 */
export async function enqueueAttempts(
  jobs: Jobs,
  tx: Tx,
  attempts: readonly (NextAttempt & Receiver & OfTeam)[],
): Promise<void> {
  await enqueueUsual(
    jobs,
    tx,
    attempts.filter((attempt) => !isThrottled(attempt)),
  );
  await waitForTurns(jobs, tx, attempts.filter(isThrottled));
}

const enqueueUsual = (
  jobs: Jobs,
  tx: Tx,
  attempts: readonly (Pick<NextAttempt, 'id' | 'attempts'> & OfTeam)[],
): Promise<void> =>
  jobs.enqueueAll(
    tx,
    'webhook',
    attempts.map((attempt) => ({ data: dataOf(attempt), group: attempt.team_id })),
  );

/** Enqueues attempts for later. If their webhook is throttled by then, they wait for its turns. */
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

/** The same for attempts that have a job, whose time has changed. */
export async function enqueueAnew(
  jobs: Jobs,
  tx: Tx,
  attempts: readonly (NextAttempt & { readonly startAfter: Date })[],
): Promise<void> {
  await jobs.removeLater(tx, 'webhook_throttled', attempts.map(dataOf));
  await enqueueThrottled(jobs, tx, attempts);
}

/**
 * Moves up to `most` attempts of a recovered webhook from its few places to the places of its team. Returns how many it
 * found.
 */
export async function moveBack(
  jobs: Jobs,
  tx: Tx,
  { webhookId, teamId, most }: { readonly webhookId: string; readonly teamId: string; readonly most: number },
): Promise<number> {
  const found = await jobs.takeOut(tx, 'webhook_throttled', webhookId, most);
  // A replay may have added a second job for an attempt. Run at the same time, the two would send the message twice.
  const once = new Map(found.map((data) => [`${data.delivery_id} ${data.attempts}`, data]));
  await enqueueUsual(
    jobs,
    tx,
    [...once.values()].map(({ delivery_id: id, attempts }) => ({ id, attempts, team_id: teamId })),
  );
  return found.length;
}

/** Makes attempts wait for the turns of their webhooks, instead of having jobs of their own. */
export async function waitForTurns(
  jobs: Jobs,
  tx: Tx,
  attempts: readonly (NextAttempt & Pick<Receiver, 'slow'> & OfTeam)[],
): Promise<void> {
  if (attempts.length === 0) return;
  const rows = attempts.map(({ id, attempts: made }) => ({ id, attempts: made }));
  await tx
    .updateTable('webhook_delivery as delivery')
    .from(
      lockedInOrder(
        sql<(typeof rows)[number]>`select delivery.id, delivery.attempts from webhook_delivery as delivery
          join ${sql`(select * from ${rowsOf(rows, { id: 'uuid', attempts: 'integer' })})`} as waiting
            on waiting.id = delivery.id and waiting.attempts = delivery.attempts
          where delivery.status = 'pending' and not delivery.waits_turn`,
      ),
    )
    .set({ waits_turn: true })
    .whereRef('delivery.id', '=', 'given.id')
    // A delivery that was sent meanwhile is left alone: its next attempt has a job.
    .whereRef('delivery.attempts', '=', 'given.attempts')
    .where('delivery.status', '=', 'pending')
    .where('delivery.waits_turn', '=', false)
    .execute();
  const webhooks = new Map(attempts.map((each) => [each.webhook_id, each]));
  for (const lane of ['webhook_slow', 'webhook_failing'] as const)
    await enqueueTurns(
      jobs,
      tx,
      lane,
      [...webhooks.values()].flatMap((each) =>
        laneOfTurns(each) === lane ? [{ id: each.webhook_id, team_id: each.team_id }] : [],
      ),
    );
}

export type LaneOfTurns = 'webhook_slow' | 'webhook_failing';

/**
 * The lane where a webhook has its turns. Webhooks with slow attempts have their own lane, so that they do not delay the
 * others.
 */
export const laneOfTurns = ({ slow }: Pick<Receiver, 'slow'>): LaneOfTurns =>
  slow ? 'webhook_slow' : 'webhook_failing';

/**
 * Gives webhooks a turn. Turns come in rounds, one of each team a round, and a team's webhooks in the order in which they asked. A
 * webhook that waits already keeps its place.
 */
export const enqueueTurns = (
  jobs: Jobs,
  tx: Tx,
  lane: LaneOfTurns,
  webhooks: readonly ({ readonly id: string; readonly startAfter?: Date } & OfTeam)[],
): Promise<void> =>
  jobs.enqueueAll(
    tx,
    lane,
    webhooks.map(({ id, team_id, startAfter }) => ({
      data: { webhook_id: id },
      group: id,
      sharer: team_id,
      ...(startAfter && { startAfter }),
    })),
  );

/** The deliveries that wait for a webhook's turns, the oldest first. */
export const waitingForTurn = (db: Pick<Db, 'selectFrom'>, webhookId: string, most: number) =>
  db
    .selectFrom('webhook_delivery')
    .select(['id', 'attempts'])
    .where('webhook_id', '=', webhookId)
    .where('status', '=', 'pending')
    .where('waits_turn', '=', true)
    .orderBy('created_on')
    .orderBy('id')
    .limit(most);

/**
 * Takes up to `most` attempts of a recovered webhook that wait for its
 * turns, and gives them places of its team. Returns how many it found.
 */
export async function takeBack(
  jobs: Jobs,
  tx: Tx,
  { id: webhookId, team_id }: { readonly id: string } & OfTeam,
  most: number,
): Promise<number> {
  const rows = await waitingForTurn(tx, webhookId, most).forUpdate().skipLocked().execute();
  if (rows.length === 0) return 0;
  await tx
    .updateTable('webhook_delivery')
    .set({ waits_turn: false })
    .where(
      'id',
      'in',
      rows.map(({ id }) => id),
    )
    .execute();
  await enqueueUsual(
    jobs,
    tx,
    rows.map((row) => ({ ...row, team_id })),
  );
  return rows.length;
}

const dataOf = ({ id, attempts }: Pick<NextAttempt, 'id' | 'attempts'>) => ({ delivery_id: id, attempts });
