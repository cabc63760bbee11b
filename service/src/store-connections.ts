// Where every connection is stored, one or many at a time: made by a link, or imported.
import { randomUUID } from 'node:crypto';
import { bytesOf, insertRows, rowsOf, type Tx } from './db/index.js';
import type { Deps } from './deps.js';
import { emitAll, type NewEvent } from './events.js';
import { providerObject } from './provider-object.js';
import { firstNewDay, schedulePulls } from './pulls/index.js';
import { resourceAvailability } from './resource-availability.js';

/** What a provider gave. `credentials` are JSON and are stored encrypted. */
export interface NewConnection {
  readonly provider: string;
  /** Which account at the provider it is, to find the same one with another user. */
  readonly account: string;
  readonly credentials: string;
  readonly granted: readonly string[];
  readonly denied: readonly string[];
  /** The team's own application that the credentials serve, as `custom-credentials` names it; else that of all teams. */
  readonly application?: string | null;
}

export interface UsersConnection {
  readonly user: NewEvent['user'];
  readonly made: NewConnection;
}

/**
 * Stores connections, each in place of an earlier one of its user with the provider, and tells of them. Every user
 * comes once. Answers their ids in the same order.
 */
export async function storeConnections(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'jobs' | 'secrets' | 'publicUrl'>,
  connections: readonly UsersConnection[],
): Promise<readonly string[]> {
  if (connections.length === 0) return [];
  const now = deps.clock.now();
  const rows = connections.map(({ user, made }) => {
    const id = randomUUID();
    return {
      id,
      team_id: user.team_id,
      user_id: user.id,
      provider: made.provider,
      provider_account: made.account,
      credentials: bytesOf(deps.secrets.seal('connection', id, made.credentials)),
      scopes_granted: made.granted,
      scopes_denied: made.denied,
      status: 'connected' as const,
      application: made.application ?? null,
      created_on: now,
      next_pull_at: firstNewDay(now),
    };
  });
  // What the earlier ones brought goes with them.
  await tx
    .deleteFrom('connection')
    .using(
      rowsOf(
        rows.map(({ user_id, provider }) => ({ user_id, provider })),
        { user_id: 'uuid', provider: 'text' },
      ),
    )
    .whereRef('connection.user_id', '=', 'given.user_id')
    .whereRef('connection.provider', '=', 'given.provider')
    .execute();
  await insertRows(tx, 'connection', rows, connectionColumns)
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'provider']).doUpdateSet(({ ref }) => ({
        id: ref('excluded.id'),
        provider_account: ref('excluded.provider_account'),
        credentials: ref('excluded.credentials'),
        scopes_granted: ref('excluded.scopes_granted'),
        scopes_denied: ref('excluded.scopes_denied'),
        status: ref('excluded.status'),
        application: ref('excluded.application'),
        created_on: ref('excluded.created_on'),
      })),
    )
    .execute();
  await emitAll(
    deps,
    tx,
    connections.map(({ user, made }) => ({
      type: 'provider.connection.created',
      user,
      data: {
        provider: providerObject(made.provider, deps.publicUrl),
        user_id: user.id,
        resource_availability: resourceAvailability({
          provider: made.provider,
          scopes_granted: made.granted,
          scopes_denied: made.denied,
        }),
      },
    })),
  );
  await schedulePulls(tx, rows, now);
  const [first] = rows;
  // Of many, the data is asked for in turn, by the next look at what is due.
  if (first && rows.length === 1) await deps.jobs.enqueue(tx, 'pull', { connection_id: first.id });
  return rows.map(({ id }) => id);
}

const connectionColumns = {
  id: 'uuid',
  team_id: 'uuid',
  user_id: 'uuid',
  provider: 'text',
  provider_account: 'text',
  credentials: 'bytea',
  scopes_granted: 'jsonb',
  scopes_denied: 'jsonb',
  status: 'text',
  application: 'text',
  created_on: 'timestamptz',
  next_pull_at: 'timestamptz',
} as const;
