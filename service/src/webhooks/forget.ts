// Deletes stored events that have no receiver any more, or whose user or connection was deleted.
import { sql, type ExpressionBuilder } from 'kysely';
import type { Tables, Tx } from '../db/index.js';

/** How many one sweep deletes, which keeps transactions short. */
const mostAtOnce = 5000;

/** Whether an event has deliveries, finished or not. */
export const hasDelivery = (event: ExpressionBuilder<Tables, 'event'>) =>
  event.exists(
    event
      .selectFrom('webhook_delivery')
      .select('webhook_delivery.id')
      .whereRef('webhook_delivery.event_id', '=', 'event.id'),
  );

const isUnderWay = (event: ExpressionBuilder<Tables, 'event'>) =>
  event.exists(
    event
      .selectFrom('webhook_delivery')
      .select('webhook_delivery.id')
      .whereRef('webhook_delivery.event_id', '=', 'event.id')
      .where('webhook_delivery.status', '=', 'pending'),
  );

/** The provider of an event that an earlier version stored, which had it only within the data. */
export const providerOfEvent = sql<string | null>`case when event_type not like 'labtest.%' then coalesce(
  unsealed_data #>> '{source,provider}', unsealed_data #>> '{provider,slug}', unsealed_data #>> '{provider}') end`;

/**
 * Deletes the events of a user, or only those that came over the connection with a provider, with their deliveries. An
 * event with a pending delivery is deleted once that has ended.
 */
export async function forgetEvents(
  tx: Tx,
  { userId, provider }: { readonly userId: string; readonly provider?: string },
  now: Date,
): Promise<void> {
  const isTheirs = (event: ExpressionBuilder<Tables, 'event'>) =>
    event.and([
      event('user_id', '=', userId),
      ...(provider === undefined
        ? []
        : [event.or([event('provider', '=', provider), event(providerOfEvent, '=', provider)])]),
    ]);
  await tx
    .deleteFrom('event')
    .where(isTheirs)
    .where((event) => event.not(isUnderWay(event)))
    .execute();
  await tx.updateTable('event').set({ ended_on: now }).where(isTheirs).execute();
}

/** Deletes events that `forgetEvents` left because they had a pending delivery, and have none now. */
export async function forgetEnded(tx: Tx): Promise<void> {
  const ended = tx
    .selectFrom('event')
    .select('id')
    .where('ended_on', 'is not', null)
    .where((event) => event.not(isUnderWay(event)))
    .limit(mostAtOnce);
  await tx.deleteFrom('event').where('id', 'in', ended).execute();
}

/** Deletes one webhook or all of a team, with the events that no other webhook receives. */
export async function deleteWebhooks(
  tx: Tx,
  which: { readonly id: string } | { readonly teamId: string },
): Promise<void> {
  const webhooks =
    'id' in which
      ? tx.selectFrom('webhook').select('id').where('id', '=', which.id)
      : tx.selectFrom('webhook').select('id').where('team_id', '=', which.teamId);
  await tx
    .with('sent', (query) =>
      query.deleteFrom('webhook_delivery').where('webhook_id', 'in', webhooks).returning('event_id'),
    )
    .deleteFrom('event')
    .where('id', 'in', (query) => query.selectFrom('sent').select('event_id'))
    .where((event) =>
      event.not(
        event.exists(
          event
            .selectFrom('webhook_delivery')
            .select('webhook_delivery.id')
            .whereRef('webhook_delivery.event_id', '=', 'event.id')
            .where('webhook_delivery.webhook_id', 'not in', webhooks),
        ),
      ),
    )
    .execute();
  await tx.deleteFrom('webhook').where('id', 'in', webhooks).execute();
}
