// The deliveries to a team's webhooks about the connections that a link session made.
import type { LinkSessionWay } from 'svc-link/contract';
import type { Db } from '../db/index.js';
import { after } from '../work/index.js';

type Step = LinkSessionWay['way'][number];

/**
 * The largest distance in seconds: a connection's event is stored in the transaction of its step, a moment before the step.
 */
const apart = 60;
const mostDeliveries = 50;

/** The deliveries of the events that these steps of a user's session caused, the first one first. */
export async function deliveriesOf(
  db: Db,
  userId: string,
  steps: readonly Step[],
): Promise<LinkSessionWay['deliveries']> {
  const connected = steps.filter(({ event }) => event === 'connected');
  const events = await Promise.all(connected.map((step) => eventOf(db, userId, step)));
  const ids = [...new Set(events.flatMap((event) => (event ? [event.id] : [])))];
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('webhook_delivery as delivery')
    .innerJoin('event', 'event.id', 'delivery.event_id')
    .where('event.id', 'in', ids)
    .select([
      'event.event_type',
      'event.provider',
      'event.created_on as at',
      'delivery.webhook_id',
      'delivery.id as delivery_id',
      'delivery.status',
      'delivery.attempts',
      'delivery.response_status',
    ])
    .orderBy('event.created_on')
    .orderBy('delivery.id')
    .limit(mostDeliveries)
    .execute();
  return rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() }));
}

const eventOf = (db: Db, userId: string, { provider, at }: Step) =>
  db
    .selectFrom('event')
    .select('id')
    .where('user_id', '=', userId)
    .where('provider', '=', provider)
    .where('event_type', 'in', ['provider.connection.created', 'provider.connection.healed'])
    .where('created_on', '<=', new Date(at))
    .where('created_on', '>=', after(new Date(at), -apart))
    .orderBy('created_on', 'desc')
    .limit(1)
    .executeTakeFirst();
