import { randomUUID } from 'node:crypto';
import type { InsertQueryBuilder, InsertResult } from 'kysely';
import { insertRows, type Tables, type Tx } from '../db/index.js';
import type { Deps } from '../deps.js';
import { enqueueAttempts, isThrottled, type Receiver } from './job.js';
import { hasFlag } from '../accounts/index.js';

interface WrittenEvent {
  readonly id: string;
  readonly team_id: string;
  readonly event_type: string;
  readonly created_on: Date;
}

/** Whether a webhook with these prefixes receives events of a type. */
const wants = (prefixes: readonly string[], eventType: string): boolean =>
  prefixes.length === 0 || prefixes.some((prefix) => eventType.startsWith(prefix));

/** A delivery that is not stored yet. */
interface NewDelivery {
  readonly row: {
    readonly id: string;
    readonly webhook_id: string;
    readonly event_id: string;
    readonly status: 'pending';
    readonly created_on: Date;
  };
  readonly receiver: Receiver & { readonly team_id: string };
}

/**
 * The deliveries of events to the webhooks of their teams. Events that have no webhook, or
 * that happen while the team's switch `management` is off, are not sent later either (spec 5).
 */
export async function deliveriesOf(tx: Tx, events: readonly WrittenEvent[]): Promise<readonly NewDelivery[]> {
  const webhooks = await tx
    .selectFrom('webhook')
    .innerJoin('team', 'team.id', 'webhook.team_id')
    .select(['webhook.id', 'team_id', 'events', 'failing_since', 'slow', 'flags'])
    .where('team_id', 'in', [...new Set(events.map(({ team_id }) => team_id))])
    .where('status', '=', 'enabled')
    // Prevents a webhook from being deleted before its deliveries are stored.
    .forKeyShare('webhook')
    .execute();
  const listening = webhooks.filter(({ flags }) => hasFlag(flags, 'management'));
  return events.flatMap((event) =>
    listening
      .filter(
        ({ team_id, events: prefixes }) => team_id === event.team_id && wants(prefixes, event.event_type),
      )
      .map(({ id, ...receiver }) => ({
        row: {
          id: randomUUID(),
          webhook_id: id,
          event_id: event.id,
          status: 'pending' as const,
          created_on: event.created_on,
        },
        receiver,
      })),
  );
}

/** Stores deliveries and enqueues their jobs. `events` inserts the events, in the same statement as the deliveries. */
export async function send(
  { jobs, clock }: Pick<Deps, 'jobs' | 'clock'>,
  tx: Tx,
  events: InsertQueryBuilder<Tables, 'event', InsertResult>,
  deliveries: readonly NewDelivery[],
): Promise<void> {
  const now = clock.now();
  await insertRows(
    tx.with('written', () => events),
    'webhook_delivery',
    deliveries.map(({ row, receiver }) => ({
      ...row,
      next_attempt_at: now,
      waits_turn: isThrottled(receiver),
    })),
    deliveryColumns,
  ).execute();
  await enqueueAttempts(
    jobs,
    tx,
    deliveries.map(({ row: { id, webhook_id }, receiver }) => ({ id, webhook_id, attempts: 0, ...receiver })),
  );
}

const deliveryColumns = {
  id: 'uuid',
  webhook_id: 'uuid',
  event_id: 'uuid',
  status: 'text',
  next_attempt_at: 'timestamptz',
  waits_turn: 'boolean',
  created_on: 'timestamptz',
} as const;
