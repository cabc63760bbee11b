// Where every connection is stored, one or many at a time: made by a link, or imported.
import { randomUUID } from 'node:crypto';
import { bytesOf, insertRows, rowsOf, type Tx } from '../db/index.js';
import type { Deps } from '../deps.js';
import { emitAll, type NewEvent } from '../webhooks/index.js';
import { type BrokenConnection, problemOf, resourceAvailability } from '../connections/index.js';
import { providerObject } from '../providers/index.js';
import { firstNewDay, schedulePulls } from '../pulls/index.js';

/** What a provider gave. `credentials` are JSON and are stored encrypted. */
export interface NewConnection {
  readonly provider: string;
  /** The account at the provider, as the interface names it: also finds the same one with another user. */
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
 * comes once.
 */
export async function storeConnections(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'jobs' | 'secrets' | 'publicUrl'>,
  connections: readonly UsersConnection[],
): Promise<void> {
  if (connections.length === 0) return;
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
  const earlier: BrokenConnection[] = [];
  let left = rows;
  while (left.length > 0) {
    earlier.push(...(await endEarlier(tx, left)));
    const stored = await insertRows(tx, 'connection', left, connectionColumns)
      // Another link has just made the same one: with the next turn that is an earlier one.
      .onConflict((conflict) => conflict.columns(['user_id', 'provider']).doNothing())
      .returning('id')
      .execute();
    const ids = new Set(stored.map(({ id }) => id));
    left = left.filter(({ id }) => !ids.has(id));
  }
  await emitAll(
    deps,
    tx,
    connections.map(({ user, made }) => ({
      type: 'provider.connection.created',
      user,
      provider: made.provider,
      data: {
        provider: providerObject(made.provider, deps.publicUrl),
        user_id: user.id,
        provider_id: made.account,
        resource_availability: resourceAvailability({
          provider: made.provider,
          scopes_granted: made.granted,
          scopes_denied: made.denied,
        }),
      },
    })),
  );
  await emitAll(deps, tx, healedOf(connections, earlier, deps.publicUrl));
  await schedulePulls(tx, rows, now);
  const [first] = rows;
  // Of many, the data is asked for in turn, by the next look at what is due.
  if (first && rows.length === 1) await deps.jobs.enqueue(tx, 'pull', { connection_id: first.id });
}

/** Ends those in whose place others come; what they brought goes with them. */
const endEarlier = (
  tx: Tx,
  rows: readonly { readonly user_id: string; readonly provider: string }[],
): Promise<readonly BrokenConnection[]> =>
  tx
    .deleteFrom('connection')
    .using(
      rowsOf(
        rows.map(({ user_id, provider }) => ({ user_id, provider })),
        { user_id: 'uuid', provider: 'text' },
      ),
    )
    .whereRef('connection.user_id', '=', 'given.user_id')
    .whereRef('connection.provider', '=', 'given.provider')
    .returning(['connection.user_id', 'connection.provider', 'provider_account', 'error_details'])
    .execute();

/** Tells of those that took the place of a broken one. */
function healedOf(
  connections: readonly UsersConnection[],
  earlier: readonly BrokenConnection[],
  publicUrl: string,
): readonly NewEvent[] {
  const users = new Map(connections.map(({ user }) => [user.id, user]));
  return earlier.flatMap((connection) => {
    const user = users.get(connection.user_id);
    const data = problemOf(connection, publicUrl);
    return user && data
      ? { type: 'provider.connection.healed', user, provider: connection.provider, data }
      : [];
  });
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
