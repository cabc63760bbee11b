// Stores connections, both linked and imported ones.
import { randomUUID } from 'node:crypto';
import type { Consent } from 'svc-link/contract';
import { bytesOf, insertRows, rowsOf, type Tx } from '../db/index.js';
import type { Deps } from '../deps.js';
import { emitAll, type NewEvent } from '../webhooks/index.js';
import {
  type Healed,
  healConnections,
  leaveOthersOut,
  mayImportOver,
  type OwnConnection,
  storeGrant,
  type Tokens,
} from '../grants/index.js';
import { type BrokenConnection, consentOf, goesOnOf, resourceAvailability } from '../connections/index.js';
import { providerObject } from '../providers/index.js';
import { firstNewDay, resumePulls, schedulePulls } from '../pulls/index.js';
import { letGo } from '../users/index.js';
import { endReplaced } from './replaced-connections.js';

/** A connection to store. Plain JSON; `credentials` are stored encrypted. */
export interface NewConnection {
  readonly provider: string;
  /** The account's id as the interface shows it. The same id with another user is the same account. */
  readonly account: string;
  readonly credentials: string;
  readonly granted: readonly string[];
  readonly denied: readonly string[];
  /** What the person agreed to share. Absent if nobody was asked: then an earlier consent for the same account stays valid. */
  readonly consent?: Consent;
  /** The team's own application that the credentials belong to; null or absent for the service's. */
  readonly application?: string | null;
  /** The tokens of a real provider. A grant keeps them, and connections with the same account share it. */
  readonly tokens?: Tokens;
  /** All scopes that the provider granted with the tokens; absent if they equal `granted`. */
  readonly scopes?: readonly string[];
  /** Set if the connection was imported, not made by a link. */
  readonly isImported?: true;
}

export interface UsersConnection {
  readonly user: NewEvent['user'];
  readonly made: NewConnection;
}

/**
 * Stores connections and emits their events. Each connection replaces an earlier one of its user
 * with the provider, but a connection that has the same grant as before stays and keeps its data.
 * Each user may occur once. Returns the consent of each user that is valid from now on. Stores
 * nothing for an import whose grant another organization uses, if the application is not proven.
 */
export async function storeConnections(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'jobs' | 'secrets' | 'publicUrl'>,
  given: readonly UsersConnection[],
): Promise<ReadonlyMap<string, Consent | null>> {
  const now = deps.clock.now();
  const grants = await storeGrants(tx, deps, given);
  const connections = given.filter(({ user }) => !grants.refused.has(user.id));
  if (connections.length === 0) return new Map();
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
      consent: made.consent ?? null,
      status: 'connected' as const,
      application: made.application ?? null,
      grant_id: grants.ids.get(user.id) ?? null,
      created_on: now,
      next_pull_at: firstNewDay(now),
    };
  });
  const kept = await keepConnections(tx, grants.kept, connections);
  const consents = new Map<string, Consent | null>(kept.map(({ user_id, consent }) => [user_id, consent]));
  const made = rows.filter(({ user_id }) => !grants.kept.has(user_id));
  const earlier: EarlierConnection[] = [];
  let left = made;
  while (left.length > 0) {
    const ended = await endEarlier(tx, left);
    earlier.push(...ended);
    for (const row of left) {
      const before = ended.find(({ user_id }) => user_id === row.user_id);
      if (before?.provider_account === row.provider_account) row.consent ??= before.consent;
      consents.set(row.user_id, row.consent);
    }
    const stored = await insertRows(tx, 'connection', left, connectionColumns)
      // If another link has just stored the same connection, the next round replaces that one as an earlier one.
      .onConflict((conflict) => conflict.columns(['user_id', 'provider']).doNothing())
      .returning('id')
      .execute();
    const ids = new Set(stored.map(({ id }) => id));
    left = left.filter(({ id }) => !ids.has(id));
  }
  await endReplaced(tx, earlier, connections, now);
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
          consent: consents.get(user.id) ?? null,
        }),
        consent: consentOf(consents.get(user.id) ?? null),
      },
    })),
  );
  const broken = [...earlier, ...[...grants.kept.values()].filter(({ status }) => status === 'error')];
  await emitAll(deps, tx, [...healedOf(connections, broken, consents, deps.publicUrl), ...grants.events]);
  await letGo(tx, earlier);
  await schedulePulls(tx, made, now);
  await resumePulls(tx, [...kept, ...grants.others], now);
  const [first] = [...made, ...kept];
  // pullDue later pulls the data of many connections.
  if (first && rows.length === 1) await deps.jobs.enqueue(tx, 'pull', { connection_id: first.id });
  return consents;
}

interface EarlierConnection extends BrokenConnection {
  readonly consent: Consent | null;
  readonly grant_id: string | null;
}

interface StoredGrants {
  /** The grant of each connection, by the id of the connection's user. */
  readonly ids: ReadonlyMap<string, string>;
  /** The users' connections that had the same grant before, unchanged, by user id. */
  readonly kept: ReadonlyMap<string, OwnConnection>;
  /** Connections of other users that share a grant and have changed, and the events about them. */
  readonly others: Healed['others'];
  readonly events: readonly NewEvent[];
  /** The users whose imported grant another organization uses, so that it must not be stored. */
  readonly refused: ReadonlySet<string>;
}

/** Stores the grants of connections with real providers. All connections that share a grant are updated. */
async function storeGrants(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'secrets' | 'publicUrl'>,
  connections: readonly UsersConnection[],
): Promise<StoredGrants> {
  const ids = new Map<string, string>();
  const kept = new Map<string, OwnConnection>();
  const events: NewEvent[] = [];
  const others: Healed['others'][number][] = [];
  const refused = new Set<string>();
  // The order is always the same, so that two imports do not deadlock.
  const sorted = connections.toSorted((a, b) => (a.made.account < b.made.account ? -1 : 1));
  for (const { user, made } of sorted) {
    const { provider, account, tokens, granted, denied, application = null, scopes = granted } = made;
    if (!tokens) continue;
    const stored = { provider, account, application, tokens, scopes };
    const grant = await (made.isImported
      ? storeGrant(tx, deps.secrets, stored, (id) => mayImportOver(tx, { id, provider }, user.team_id))
      : storeGrant(tx, deps.secrets, stored));
    if (!grant) {
      refused.add(user.id);
      continue;
    }
    ids.set(user.id, grant.id);
    if (grant.isNew) continue;
    const left = await leaveOthersOut(tx, deps, { id: grant.id, provider, application }, user.team_id);
    const linked = { userId: user.id, scopes, granted, denied };
    const healed = await healConnections(tx, grant.id, linked, deps.publicUrl);
    events.push(...left, ...healed.events);
    others.push(...healed.others);
    if (healed.own) kept.set(user.id, healed.own);
  }
  return { ids, kept, others, events, refused };
}

/**
 * Resumes connections that were linked again. A new consent replaces the earlier one; if nobody was asked, the earlier one stays.
 */
async function keepConnections(tx: Tx, kept: StoredGrants['kept'], connections: readonly UsersConnection[]) {
  if (kept.size === 0) return [];
  for (const { user, made } of connections) {
    const own = kept.get(user.id);
    if (!own || !made.consent) continue;
    const consent = JSON.stringify(made.consent);
    await tx.updateTable('connection').set({ consent }).where('id', '=', own.id).execute();
  }
  const ids = [...kept.values()].map(({ id }) => id);
  return tx
    .updateTable('connection')
    .set({ status: 'connected', next_pull_at: new Date() })
    .where('id', 'in', ids)
    .returning(['id', 'user_id', 'provider', 'scopes_granted', 'scopes_denied', 'consent'])
    .execute();
}

/** Deletes the connections that will be replaced, with their data. */
const endEarlier = (
  tx: Tx,
  rows: readonly { readonly user_id: string; readonly provider: string }[],
): Promise<readonly EarlierConnection[]> =>
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
    .returning(['connection.user_id', 'connection.provider', 'provider_account', 'error_details', 'grant_id'])
    .returning('connection.consent')
    .execute();

/** The events for connections that replace a broken connection, or that were broken themselves. */
function healedOf(
  connections: readonly UsersConnection[],
  broken: readonly BrokenConnection[],
  consents: ReadonlyMap<string, Consent | null>,
  publicUrl: string,
): readonly NewEvent[] {
  const byUser = new Map(connections.map((each) => [each.user.id, each]));
  return broken.flatMap((connection) => {
    const linked = byUser.get(connection.user_id);
    if (!linked || !connection.error_details) return [];
    const { user, made } = linked;
    const scopes = { scopes_granted: made.granted, scopes_denied: made.denied };
    const now = { ...connection, ...scopes, consent: consents.get(user.id) ?? null };
    const { provider } = connection;
    return { type: 'provider.connection.healed', user, provider, data: goesOnOf(now, publicUrl) };
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
  consent: 'jsonb',
  status: 'text',
  application: 'text',
  grant_id: 'uuid',
  created_on: 'timestamptz',
  next_pull_at: 'timestamptz',
} as const;
