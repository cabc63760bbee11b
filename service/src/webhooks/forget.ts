// Deletes stored events that have no receiver any more, or whose user or connection was deleted.
import { sql, type ExpressionBuilder } from 'kysely';
import { type Db, rowsOf, type Tables, type Tx } from '../db/index.js';
import { lockedInOrder } from './in-order.js';
import { forgetOne, lastTryBefore } from '../retention/index.js';

/** How many rows one transaction deletes, so that it stays short. */
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

/** The provider of an event that was stored by an earlier version, which kept the provider only inside the data. */
export const providerOfEvent = sql<string | null>`case when event_type not like 'labtest.%' then coalesce(
  unsealed_data #>> '{source,provider}', unsealed_data #>> '{provider,slug}', unsealed_data #>> '{provider}') end`;

/**
 * Deletes the events of a user, or only those that came over the connection with a provider, with their deliveries. An
 * event with a pending delivery is deleted once that delivery has ended.
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

/**
 * Deletes events that `forgetEvents` left because of a pending delivery that has ended since. Returns whether there may be
 * more.
 */
export async function forgetEnded(tx: Tx): Promise<boolean> {
  const ended = tx
    .selectFrom('event')
    .select('id')
    .where('ended_on', 'is not', null)
    .where((event) => event.not(isUnderWay(event)))
    .limit(mostAtOnce);
  const { numDeletedRows } = await tx.deleteFrom('event').where('id', 'in', ended).executeTakeFirstOrThrow();
  return Number(numDeletedRows) === mostAtOnce;
}

/**
 * Deletes one webhook, or all webhooks of a team: from now on nothing is sent to them, and they cannot be found. Their
 * deliveries may be very many and are left to `forgetWebhooks`.
 */
export async function deleteWebhooks(
  tx: Tx,
  which: { readonly id: string } | { readonly teamId: string },
  now: Date,
): Promise<void> {
  await tx
    .updateTable('webhook')
    .set({ status: 'disabled', disabled_reason: 'requested', deleted_on: now })
    .where((row) => ('id' in which ? row('id', '=', which.id) : row('team_id', '=', which.teamId)))
    .where('deleted_on', 'is', null)
    .execute();
}

/**
 * Deletes some of the deliveries of a deleted webhook, with the events that no other webhook receives, and then the webhook
 * itself. Returns whether there was a deleted webhook. Rejects if one fails; the next call continues with another.
 */
export const forgetWebhooks = (db: Db, now: Date): Promise<boolean> =>
  forgetOne(db, { table: 'webhook', find: (tx) => findDeleted(tx, now), forget: forgetPart }, now);

const findDeleted = (tx: Tx, now: Date) =>
  tx
    .selectFrom('webhook')
    .select(['id', 'deletion_failed_on'])
    .where('deleted_on', 'is not', null)
    .where((row) =>
      row.or([row('deletion_failed_on', 'is', null), row('deletion_failed_on', '<=', lastTryBefore(now))]),
    )
    .orderBy('deletion_failed_on', (order) => order.asc().nullsFirst())
    .orderBy('deleted_on')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();

async function forgetPart(tx: Tx, webhook: { readonly id: string }): Promise<void> {
  const some = tx
    .selectFrom('webhook_delivery')
    .select('id')
    .where('webhook_id', '=', webhook.id)
    .orderBy('created_on')
    .limit(mostAtOnce);
  const sent = await tx
    .deleteFrom('webhook_delivery')
    .using(
      lockedInOrder(
        sql<{
          id: string;
        }>`select delivery.id from webhook_delivery as delivery where delivery.id in (${some})`,
      ),
    )
    .whereRef('webhook_delivery.id', '=', 'given.id')
    .returning('event_id')
    .execute();
  if (sent.length === 0) {
    await tx.deleteFrom('webhook').where('id', '=', webhook.id).execute();
    return;
  }
  const events = rowsOf(
    sent.map(({ event_id }) => ({ event_id })),
    { event_id: 'uuid' },
  );
  await tx
    .deleteFrom('event')
    .where('id', 'in', tx.selectFrom(events).select('event_id'))
    .where((event) => event.not(hasDelivery(event)))
    .execute();
}
