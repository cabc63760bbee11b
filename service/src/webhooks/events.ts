import { randomUUID } from 'node:crypto';
import { bytesOf, insertRows, type Tx } from '../db/index.js';
import type { Deps } from '../deps.js';
import { sealEvent } from '../crypto/index.js';
import { deliveriesOf, send } from './fan-out.js';

/** An event that concerns a user of a team. */
export interface NewEvent {
  readonly type: string;
  readonly user: { readonly id: string; readonly team_id: string; readonly client_user_id: string | null };
  /** The provider of the connection that the event came over. The event is deleted together with that connection. */
  readonly provider?: string;
  /** The event's `data`, as the contract has it. */
  readonly data: object;
}

type Tools = Pick<Deps, 'clock' | 'jobs' | 'secrets'>;

/**
 * Stores an event with its deliveries to the team's webhooks, in the transaction of the change that it reports. An event
 * without a receiver is not stored.
 */
export const emit = (deps: Tools, tx: Tx, event: NewEvent): Promise<void> => emitAll(deps, tx, [event]);

/** The same for some hundreds of events at once, which is much less work than one by one. */
export async function emitAll(deps: Tools, tx: Tx, events: readonly NewEvent[]): Promise<void> {
  if (events.length === 0) return;
  const now = deps.clock.now();
  const written = events.map((event) => ({ ...event, id: randomUUID() }));
  const deliveries = await deliveriesOf(
    tx,
    written.map(({ id, type, user: { team_id } }) => ({ id, event_type: type, team_id, created_on: now })),
  );
  const received = new Set(deliveries.map(({ row }) => row.event_id));
  const rows = written
    .filter(({ id }) => received.has(id))
    .map(({ id, type, user, provider = null, data }) => ({
      id,
      team_id: user.team_id,
      user_id: user.id,
      client_user_id: user.client_user_id,
      event_type: type,
      provider,
      sealed_data: bytesOf(sealEvent(deps.secrets, id, data)),
      created_on: now,
    }));
  if (rows.length === 0) return;
  await send(deps, tx, insertRows(tx, 'event', rows, eventColumns), deliveries);
}

const eventColumns = {
  id: 'uuid',
  team_id: 'uuid',
  user_id: 'uuid',
  client_user_id: 'text',
  event_type: 'text',
  provider: 'text',
  sealed_data: 'bytea',
  created_on: 'timestamptz',
} as const;
