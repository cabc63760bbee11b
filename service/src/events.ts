import { randomUUID } from 'node:crypto';
import type { Tx } from './db/index.js';
import type { Deps } from './deps.js';

/** What happened to a user of a team. */
export interface NewEvent {
  readonly type: string;
  readonly user: { readonly id: string; readonly team_id: string; readonly client_user_id: string };
  /** The event's `data`, as the contract has it. */
  readonly data: object;
}

/** Writes an event as part of the transaction that it tells of. */
export async function emit({ clock }: Pick<Deps, 'clock'>, tx: Tx, event: NewEvent): Promise<void> {
  await tx
    .insertInto('event')
    .values({
      id: randomUUID(),
      team_id: event.user.team_id,
      user_id: event.user.id,
      client_user_id: event.user.client_user_id,
      event_type: event.type,
      data: JSON.stringify(event.data),
      created_on: clock.now(),
    })
    .execute();
}
