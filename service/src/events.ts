import { randomUUID } from 'node:crypto';
import { insertRows, type Tx } from './db/index.js';
import type { Deps } from './deps.js';
import { fanOut } from './webhooks/index.js';

/** What happened to a user of a team. */
export interface NewEvent {
  readonly type: string;
  readonly user: { readonly id: string; readonly team_id: string; readonly client_user_id: string };
  /** The event's `data`, as the contract has it. */
  readonly data: object;
}

type Tools = Pick<Deps, 'clock' | 'jobs'>;

/** Writes an event, and sends it to the team's webhooks, as part of the transaction that it tells of. */
export const emit = (deps: Tools, tx: Tx, event: NewEvent): Promise<void> => emitAll(deps, tx, [event]);

/** The same for many at once: some hundreds, which is much less work than one by one. */
export async function emitAll(deps: Tools, tx: Tx, events: readonly NewEvent[]): Promise<void> {
  if (events.length === 0) return;
  const now = deps.clock.now();
  const rows = events.map(({ type, user, data }) => ({
    id: randomUUID(),
    team_id: user.team_id,
    user_id: user.id,
    client_user_id: user.client_user_id,
    event_type: type,
    data,
    created_on: now,
  }));
  await insertRows(tx, 'event', rows, eventColumns).execute();
  await fanOut(deps, tx, rows);
}

const eventColumns = {
  id: 'uuid',
  team_id: 'uuid',
  user_id: 'uuid',
  client_user_id: 'text',
  event_type: 'text',
  data: 'jsonb',
  created_on: 'timestamptz',
} as const;
