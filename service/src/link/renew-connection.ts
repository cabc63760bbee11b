// Renews a connection by a link with `reconnect`: the same connection with the same account continues and keeps its data.
import type { Consent } from 'svc-link/contract';
import type { Tx } from '../db/index.js';
import type { Deps } from '../deps.js';
import { emitAll, type NewEvent } from '../webhooks/index.js';
import { healConnections, leaveOthersOut, releaseGrants, storeGrant } from '../grants/index.js';
import { goesOnOf } from '../connections/index.js';
import { resumePulls } from '../pulls/index.js';
import type { LinkSessionRow } from './session-row.js';
import type { NewConnection } from './store-connections.js';

type Tools = Pick<Deps, 'clock' | 'jobs' | 'secrets' | 'publicUrl'>;

/**
 * Why the session cannot renew its connection with this account. Undefined if it can, or if the session renews nothing. The
 * connection cannot end before the transaction does.
 */
export async function mismatchOf(
  tx: Tx,
  { reconnects, user_id }: LinkSessionRow,
  { provider, account }: NewConnection,
): Promise<'invalid_token' | 'account_mismatch' | undefined> {
  if (!reconnects) return undefined;
  const connected = await tx
    .selectFrom('connection')
    .select('provider_account')
    .where('user_id', '=', user_id)
    .where('provider', '=', provider)
    .forKeyShare()
    .executeTakeFirst();
  // The team has ended the connection since the token was made, so there is nothing to renew.
  if (!connected) return 'invalid_token';
  return connected.provider_account === account ? undefined : 'account_mismatch';
}

/**
 * Gives a connection the new scopes and tokens, and emits that it was renewed. The caller has asked `mismatchOf`. Returns the
 * consent that is valid from now on.
 */
export async function renewConnection(
  tx: Tx,
  tools: Tools,
  user: NewEvent['user'],
  made: NewConnection,
): Promise<Consent | null> {
  const { provider, account, application = null, tokens, credentials, granted, denied, consent } = made;
  const { clock, jobs, secrets, publicUrl } = tools;
  // The grant is locked before the connection, as everywhere that both are locked.
  const scopes = made.scopes ?? granted;
  const grant = tokens && (await storeGrant(tx, secrets, { provider, account, application, tokens, scopes }));
  const before = await tx
    .selectFrom('connection')
    .select(['id', 'user_id', 'provider', 'provider_account', 'error_details', 'grant_id', 'next_pull_at'])
    .where('user_id', '=', user.id)
    .where('provider', '=', provider)
    .executeTakeFirstOrThrow();
  const left = grant
    ? await leaveOthersOut(tx, tools, { id: grant.id, provider, application }, user.team_id)
    : [];
  const linked = { userId: user.id, scopes, granted, denied };
  const healed = grant && (await healConnections(tx, grant.id, linked, publicUrl));
  const renewed = await tx
    .updateTable('connection')
    .set({
      status: 'connected',
      error_details: null,
      credentials: secrets.seal('connection', before.id, credentials),
      scopes_granted: JSON.stringify(granted),
      scopes_denied: JSON.stringify(denied),
      // If the person was not asked, the earlier consent stays.
      ...(consent && { consent: JSON.stringify(consent) }),
      application,
      grant_id: grant?.id ?? null,
      // Pulls from a fictional provider continue from the same time.
      next_pull_at: grant ? new Date() : before.next_pull_at,
    })
    .where('id', '=', before.id)
    .returning(['id', 'provider', 'scopes_granted', 'scopes_denied', 'consent'])
    .executeTakeFirstOrThrow();
  // The connection now uses another application.
  if (before.grant_id !== grant?.id) await releaseGrants(tx, [before.grant_id]);
  const data = goesOnOf({ ...before, ...renewed }, publicUrl);
  await emitAll(tools, tx, [
    { type: 'provider.connection.healed', user, provider, data },
    ...left,
    ...(healed?.events ?? []),
  ]);
  await resumePulls(tx, [renewed, ...(healed?.others ?? [])], clock.now());
  await jobs.enqueue(tx, 'pull', { connection_id: before.id });
  return renewed.consent;
}
