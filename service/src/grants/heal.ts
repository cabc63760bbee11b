import { problemOf } from '../connections/index.js';
import type { Tx } from '../db/index.js';
import type { NewEvent } from '../webhooks/index.js';

/** A connection that uses a grant. */
export interface HealedConnection {
  readonly id: string;
  readonly user_id: string;
}

/**
 * Lets the connections of a grant have what was allowed anew: their scopes, and an end to their problem. Paused ones stay paused.
 * Returns them, with the events of those that were broken. The grant is locked.
 */
export async function healConnections(
  tx: Tx,
  grantId: string,
  { granted, denied }: { readonly granted: readonly string[]; readonly denied: readonly string[] },
  publicUrl: string,
): Promise<{ readonly connections: readonly HealedConnection[]; readonly events: readonly NewEvent[] }> {
  const connections = await tx
    .selectFrom('connection')
    .innerJoin('app_user', 'app_user.id', 'connection.user_id')
    .select(['connection.id', 'user_id', 'provider', 'provider_account', 'status', 'error_details'])
    .select(['connection.team_id', 'client_user_id'])
    .where('grant_id', '=', grantId)
    .forUpdate('connection')
    .execute();
  if (connections.length === 0) return { connections, events: [] };
  await tx
    .updateTable('connection')
    .set({
      scopes_granted: JSON.stringify(granted),
      scopes_denied: JSON.stringify(denied),
      error_details: null,
    })
    .where('grant_id', '=', grantId)
    .execute();
  await tx
    .updateTable('connection')
    .set({ status: 'connected' })
    .where('grant_id', '=', grantId)
    .where('status', '=', 'error')
    .execute();
  const events = connections.flatMap((connection): NewEvent[] => {
    const { user_id: id, team_id, client_user_id, provider, status } = connection;
    const data = problemOf(connection, publicUrl);
    const user = { id, team_id, client_user_id };
    return status === 'error' && data ? [{ type: 'provider.connection.healed', user, provider, data }] : [];
  });
  return { connections, events };
}
