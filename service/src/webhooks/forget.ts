// Stored events go when nobody is to receive them any more, and when whom they tell of has taken that back.
import { sql, type ExpressionBuilder } from 'kysely';
import type { Tables, Tx } from '../db/index.js';

/** How many one sweep forgets, so that no transaction grows long. */
const mostAtOnce = 5000;

/** Whether an event is, or was, for somebody. */
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

/** The provider that an event tells of which an earlier version stored: it stands nowhere but in the data. */
export const toldProvider = sql<string | null>`case when event_type not like 'labtest.%' then coalesce(
  unsealed_data #>> '{source,provider}', unsealed_data #>> '{provider,slug}', unsealed_data #>> '{provider}') end`;

/**
 * Forgets the events of a user, or those that came over the connection with a provider, with their deliveries. What is
 * still under way arrives, or is given up, before it goes.
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
        : [event.or([event('provider', '=', provider), event(toldProvider, '=', provider)])]),
    ]);
  await tx
    .deleteFrom('event')
    .where(isTheirs)
    .where((event) => event.not(isUnderWay(event)))
    .execute();
  await tx.updateTable('event').set({ ended_on: now }).where(isTheirs).execute();
}

/** Forgets those of them that have arrived by now, or were given up. */
export async function forgetEnded(tx: Tx): Promise<void> {
  const ended = tx
    .selectFrom('event')
    .select('id')
    .where('ended_on', 'is not', null)
    .where((event) => event.not(isUnderWay(event)))
    .limit(mostAtOnce);
  await tx.deleteFrom('event').where('id', 'in', ended).execute();
}

/** Deletes webhooks, of a team or a single one, with all that was for nobody else. */
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
