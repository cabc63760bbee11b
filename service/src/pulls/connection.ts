import type { Expression } from 'kysely';
import type { Consent } from 'svc-link/contract';
import { ofLiveTeam } from '../accounts/index.js';
import { compiledOnce, type Db, type Given, type Tx } from '../db/index.js';
import type { NewEvent } from '../webhooks/index.js';

/** A connection whose data is pulled, with its user. */
export interface PulledConnection {
  readonly id: string;
  readonly provider: string;
  readonly provider_account: string;
  readonly credentials: Uint8Array;
  /** The grant, if the provider is a real one. */
  readonly grant_id: string | null;
  readonly scopes_granted: readonly string[];
  readonly scopes_denied: readonly string[];
  readonly consent: Consent | null;
  readonly next_pull_at: Date | null;
  /** The first day whose data is kept; null if that was not determined yet. */
  readonly kept_from: string | null;
  readonly user: NewEvent['user'];
}

/**
 * Reads a connection. Undefined if it has ended, is paused or broken, or if its team was deleted: then nothing is pulled.
 */
export const readConnection = async (
  db: Db | Tx,
  id: string,
  locked = false,
): Promise<PulledConnection | undefined> => {
  const [row] = await (locked ? lockedRow : plainRow)(db, { id });
  return (
    row && { ...row, user: { id: row.user_id, team_id: row.team_id, client_user_id: row.client_user_id } }
  );
};

const rowOf = (db: Db | Tx, id: Expression<string>) =>
  db
    .selectFrom('connection')
    .innerJoin('app_user', 'app_user.id', 'connection.user_id')
    .selectAll('connection')
    .select('app_user.client_user_id')
    .where('connection.id', '=', id)
    .where('connection.status', '=', 'connected')
    .where(ofLiveTeam);

const plainRow = compiledOnce((db, given: Given<{ id: string }>) => rowOf(db, given('id')));
const lockedRow = compiledOnce((db, given: Given<{ id: string }>) =>
  rowOf(db, given('id')).forUpdate('connection'),
);

/** The same, locked until the transaction ends: it cannot be deleted, and its pulls wait for each other. */
export const lockConnection = (tx: Tx, id: string): Promise<PulledConnection | undefined> =>
  readConnection(tx, id, true);
