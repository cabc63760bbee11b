// Cleans up after a connection whose person has linked another account in its place, as if it had been disconnected.
import { ofUser, recordAudit } from '../audit/index.js';
import type { Tx } from '../db/index.js';
import { forgetFallbacks } from '../users/index.js';
import { forgetEvents } from '../webhooks/index.js';

interface Replaced {
  readonly user_id: string;
  readonly provider: string;
  readonly provider_account: string;
}

/** The connection that replaces it. */
interface Linked {
  readonly user: { readonly id: string; readonly team_id: string };
  readonly made: { readonly account: string; readonly isImported?: true };
}

/**
 * Ends what belongs to the connections that this transaction replaced. A connection that has the same account as before is left
 * out. Call this before the events of the new connections are stored: it would delete these too.
 */
export async function endReplaced(
  tx: Tx,
  earlier: readonly Replaced[],
  connections: readonly Linked[],
  now: Date,
): Promise<void> {
  const byUser = new Map(connections.map((each) => [each.user.id, each]));
  const replaced = earlier.flatMap(({ user_id, provider, provider_account }) => {
    const by = byUser.get(user_id);
    return by && by.made.account !== provider_account ? [{ user_id, provider, by }] : [];
  });
  await forgetFallbacks(tx, replaced);
  for (const { user_id, provider, by } of replaced) {
    await forgetEvents(tx, { userId: user_id, provider }, now);
    await recordAudit(tx, {
      action: 'connection.deleted',
      of: { teamId: by.user.team_id },
      subject: provider,
      detail: ofUser(user_id),
      by: by.made.isImported ? 'import' : 'user',
    });
  }
}
