import { randomUUID } from 'node:crypto';
import { insertRows, type Tx } from '../db/index.js';
import type { Deps } from '../deps.js';

interface WrittenEvent {
  readonly id: string;
  readonly team_id: string;
  readonly event_type: string;
  readonly created_on: Date;
}

/** Whether a webhook that asks for these beginnings gets events of a type. */
export const wants = (prefixes: readonly string[], eventType: string): boolean =>
  prefixes.length === 0 || prefixes.some((prefix) => eventType.startsWith(prefix));

/** Puts events on their way to every webhook that is for them, as part of the transaction that they tell of. */
export async function fanOut(
  { jobs }: Pick<Deps, 'jobs'>,
  tx: Tx,
  events: readonly WrittenEvent[],
): Promise<void> {
  const webhooks = await tx
    .selectFrom('webhook')
    .select(['id', 'team_id', 'events', 'failing_since'])
    .where('team_id', 'in', [...new Set(events.map(({ team_id }) => team_id))])
    .where('status', '=', 'enabled')
    // Nobody deletes one before its deliveries are written.
    .forKeyShare()
    .execute();
  if (webhooks.length === 0) return;

  const now = new Date();
  const deliveries = events.flatMap((event) =>
    webhooks
      .filter(
        ({ team_id, events: prefixes }) => team_id === event.team_id && wants(prefixes, event.event_type),
      )
      .map(({ id, failing_since }) => ({
        row: {
          id: randomUUID(),
          webhook_id: id,
          event_id: event.id,
          status: 'pending',
          next_attempt_at: now,
          created_on: event.created_on,
        },
        group: { id, failing: failing_since !== null },
      })),
  );
  if (deliveries.length === 0) return;
  await insertRows(
    tx,
    'webhook_delivery',
    deliveries.map(({ row }) => row),
    deliveryColumns,
  ).execute();
  await jobs.enqueueAll(
    tx,
    'webhook',
    deliveries.map(({ row: { id }, group }) => ({ data: { delivery_id: id, attempts: 0 }, group })),
  );
}

const deliveryColumns = {
  id: 'uuid',
  webhook_id: 'uuid',
  event_id: 'uuid',
  status: 'text',
  next_attempt_at: 'timestamptz',
  created_on: 'timestamptz',
} as const;
