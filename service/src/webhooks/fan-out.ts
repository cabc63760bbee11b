import { randomUUID } from 'node:crypto';
import type { Tx } from '../db/index.js';
import type { Deps } from '../deps.js';

interface WrittenEvent {
  readonly id: string;
  readonly team_id: string;
  readonly event_type: string;
  readonly created_on: Date;
}

/** How many rows one statement takes. */
const rowsAtOnce = 1000;

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
      .map((webhook) => ({
        row: {
          id: randomUUID(),
          webhook_id: webhook.id,
          event_id: event.id,
          status: 'pending' as const,
          next_attempt_at: now,
          created_on: event.created_on,
        },
        failing: webhook.failing_since !== null,
      })),
  );
  for (let from = 0; from < deliveries.length; from += rowsAtOnce) {
    const some = deliveries.slice(from, from + rowsAtOnce);
    await tx
      .insertInto('webhook_delivery')
      .values(some.map(({ row }) => row))
      .execute();
    await jobs.enqueueAll(
      tx,
      'webhook',
      some.map(({ row, failing }) => ({
        data: { delivery_id: row.id, attempts: 0 },
        group: { id: row.webhook_id, failing },
      })),
    );
  }
}
