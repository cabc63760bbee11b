import { problemOf } from '../connections/index.js';
import type { Tx } from '../db/index.js';
import type { Deps } from '../deps.js';
import { emit } from '../webhooks/index.js';
import type { PulledConnection } from './connection.js';

/**
 * Marks a connection as broken and emits the event (spec 2.6). The provider's refusal is final, so the other pulls of the
 * connection fail too. Linking again replaces the connection. It must be locked.
 */
export async function breakConnection(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'jobs' | 'secrets' | 'publicUrl'>,
  { id, user, provider, provider_account }: PulledConnection,
  problem: { readonly error_type: string; readonly error_message: string },
  now: Date,
): Promise<void> {
  const error_details = { ...problem, since: now.toISOString() };
  await tx
    .updateTable('connection')
    .set({ status: 'error', error_details: JSON.stringify(error_details) })
    .where('id', '=', id)
    .execute();
  await tx
    .updateTable('historical_pull')
    .set({
      status: 'failure',
      error_details: JSON.stringify(problem),
      next_attempt_at: null,
      ended_on: now,
    })
    .where('connection_id', '=', id)
    .where('next_attempt_at', 'is not', null)
    .execute();
  const broken = { user_id: user.id, provider, provider_account, error_details };
  const data = problemOf(broken, deps.publicUrl);
  if (data) await emit(deps, tx, { type: 'provider.connection.error', user, provider, data });
}
