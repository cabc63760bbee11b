import type { Selectable } from 'kysely';
import type { Consent } from 'svc-link/contract';
import { type BrokenConnection, goesOnOf, type Granted, readableOf } from '../connections/index.js';
import type { Tables, Tx } from '../db/index.js';
import { findProvider, scopesToAsk } from '../providers/index.js';
import type { NewEvent } from '../webhooks/index.js';

/** What a new link has brought for the grant of its account. */
interface LinkedAnew {
  /** The user who linked. */
  readonly userId: string;
  /** What the provider granted in this link. The grant's credentials can read exactly this. */
  readonly scopes: readonly string[];
  /** The scopes that this link asked for, as granted and denied. */
  readonly granted: readonly string[];
  readonly denied: readonly string[];
}

/** The connection of the user who linked, as it was before. */
export interface OwnConnection extends BrokenConnection {
  readonly id: string;
  readonly status: Selectable<Tables['connection']>['status'];
}

export interface Healed {
  /** As it was before. */
  readonly own: OwnConnection | undefined;
  /** The other connections as they are now. Their pulls must be started afterwards. */
  readonly others: readonly (Granted & { readonly id: string; readonly consent: Consent | null })[];
  readonly events: readonly NewEvent[];
}

/**
 * Heals the connections of a grant after somebody has linked its account again: clears their problem,
 * and sets what is granted to each person's own choice, if the provider has granted it now. Paused
 * connections stay paused. Returns the connection of the user who linked, and those others that were
 * broken or whose readable resources have changed, with an event for each. The grant must be locked.
 */
export async function healConnections(
  tx: Tx,
  grantId: string,
  linked: LinkedAnew,
  publicUrl: string,
): Promise<Healed> {
  const connections = await tx
    .selectFrom('connection')
    .innerJoin('app_user', 'app_user.id', 'connection.user_id')
    .select(['connection.id', 'user_id', 'provider', 'provider_account', 'status', 'error_details'])
    .select(['scopes_granted', 'scopes_denied', 'consent', 'connection.team_id', 'client_user_id'])
    .where('grant_id', '=', grantId)
    .forUpdate('connection')
    .execute();
  const events: NewEvent[] = [];
  const others: Healed['others'][number][] = [];
  for (const before of connections) {
    const { id, user_id, team_id, client_user_id, provider, status } = before;
    const isOwn = user_id === linked.userId;
    const { granted, denied } = isOwn ? linked : chosenOf(before, linked.scopes);
    await tx
      .updateTable('connection')
      .set({
        scopes_granted: JSON.stringify(granted),
        scopes_denied: JSON.stringify(denied),
        error_details: null,
        ...(status === 'error' && { status: 'connected' }),
      })
      .where('id', '=', id)
      .execute();
    const now = { ...before, scopes_granted: granted, scopes_denied: denied };
    const wasBroken = status === 'error' && before.error_details !== null;
    if (isOwn || !(wasBroken || readableOf(before).join() !== readableOf(now).join())) continue;
    others.push(now);
    events.push({
      type: 'provider.connection.healed',
      user: { id: user_id, team_id, client_user_id },
      provider,
      data: goesOnOf({ ...now, error_details: wasBroken ? before.error_details : null }, publicUrl),
    });
  }
  return { own: connections.find(({ user_id }) => user_id === linked.userId), others, events };
}

type Row = Pick<
  Selectable<Tables['connection']>,
  'provider' | 'scopes_granted' | 'scopes_denied' | 'consent'
>;

/**
 * The resources that the person of a connection chose, if they are
 * granted. What another person left out in their link does not count.
 */
function chosenOf(
  { provider, consent }: Row,
  scopes: readonly string[],
): Pick<LinkedAnew, 'granted' | 'denied'> {
  const entry = findProvider(provider);
  const wanted = entry ? scopesToAsk(entry, consent?.resources ?? null) : scopes;
  const granted = wanted.filter((scope) => scopes.includes(scope));
  return { granted, denied: wanted.filter((scope) => !granted.includes(scope)) };
}
