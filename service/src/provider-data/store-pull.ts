// Stores the progress of a pull of past data.
import { isDeepStrictEqual } from 'node:util';
import type { Failure } from '../adapters/index.js';
import type { Tx } from '../db/index.js';
import { lockConnection, type PulledConnection, type PullRow } from '../pulls/index.js';
import type { FetchDeps } from './ask.js';
import { refusedPull, waitingPull } from './progress.js';

/** Whether the connection is still the same, and no other process has continued these pulls meanwhile. */
export async function isUnchanged(
  tx: Tx,
  connection: PulledConnection,
  pulls: readonly PullRow[],
): Promise<boolean> {
  const locked = await lockConnection(tx, connection.id);
  if (locked?.grant_id !== connection.grant_id) return false;
  const rows = await tx
    .selectFrom('historical_pull')
    .selectAll()
    .where(
      'id',
      'in',
      pulls.map(({ id }) => id),
    )
    .execute();
  return isDeepStrictEqual(
    new Map(rows.map((row) => [row.id, row])),
    new Map(pulls.map((row) => [row.id, row])),
  );
}

/** Stores a failure that concerns the whole provider or grant: all due pulls wait. */
export async function storeFailure(
  tx: Tx,
  deps: FetchDeps,
  connection: PulledConnection,
  due: readonly PullRow[],
  failure: Failure,
  now: Date,
): Promise<boolean> {
  // The connection was marked already. Its pulls continue where they are once the person has linked it again.
  if (failure.kind === 'reconnect') return false;
  if (!(await isUnchanged(tx, connection, due))) return true;
  const { provider } = connection;
  if (failure.kind === 'application')
    deps.log.error({ provider, error_type: failure.errorType }, 'a provider refuses the application');
  for (const pull of due) {
    const waitsMore = failure.kind === 'later' || failure.kind === 'application';
    await storePull(tx, waitsMore ? waitingPull(pull, failure, now) : refusedPull(pull, failure, now));
  }
  return false;
}

export const storePull = (tx: Tx, { id, error_details, unread, ...pull }: PullRow) => {
  const { status, attempts, pulled_from, pulled_until, next_attempt_at, ended_on, misread_by } = pull;
  return tx
    .updateTable('historical_pull')
    .set({
      ...{ status, attempts, pulled_from, pulled_until, next_attempt_at, ended_on, misread_by },
      error_details: error_details && JSON.stringify(error_details),
      unread: unread && JSON.stringify(unread),
    })
    .where('id', '=', id)
    .execute();
};
