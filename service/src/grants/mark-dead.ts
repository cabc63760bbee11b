import { problemOf } from '../connections/index.js';
import type { Tx } from '../db/index.js';
import type { Deps } from '../deps.js';
import { emitAll, type NewEvent } from '../webhooks/index.js';
import type { GrantRow } from './grant-row.js';

export interface Problem {
  readonly error_type: string;
  readonly error_message: string;
}

export type MarkDeps = Pick<Deps, 'clock' | 'jobs' | 'secrets' | 'publicUrl'>;

/**
 * Marks a grant as dead, and its connections as broken, with the event of each (spec 2.6). Their pulls wait: a connection
 * that is linked again goes on where it was. The grant is locked.
 */
export async function markDead(
  tx: Tx,
  deps: MarkDeps,
  { id, provider }: Pick<GrantRow, 'id' | 'provider'>,
  problem: Problem,
): Promise<void> {
  await tx
    .updateTable('provider_grant')
    .set({ status: 'dead', error_details: JSON.stringify(problem), lease: null, lease_until: null })
    .where('id', '=', id)
    .execute();
  const error_details = { ...problem, since: deps.clock.now().toISOString() };
  const broken = await tx
    .updateTable('connection')
    .set({ status: 'error', error_details: JSON.stringify(error_details) })
    .where('grant_id', '=', id)
    .where('status', '=', 'connected')
    .returning(['user_id', 'provider_account'])
    .execute();
  if (broken.length === 0) return;
  const users = await tx
    .selectFrom('app_user')
    .select(['id', 'team_id', 'client_user_id'])
    .where(
      'id',
      'in',
      broken.map(({ user_id }) => user_id),
    )
    .execute();
  const events = broken.flatMap((connection): NewEvent[] => {
    const user = users.find((each) => each.id === connection.user_id);
    const data = problemOf({ ...connection, provider, error_details }, deps.publicUrl);
    return user && data ? [{ type: 'provider.connection.error', user, provider, data }] : [];
  });
  await emitAll(deps, tx, events);
}
