import { endUnreadable, schedulePulls } from '../pulls/index.js';
import { readableOf } from '../connections/index.js';
import { transact } from '../db/index.js';
import { findProvider, scopesToAsk } from '../providers/index.js';
import type { PulledConnection } from '../pulls/index.js';
import type { FetchDeps } from './ask.js';

/**
 * Updates the connections of a grant to what the person has granted by now; some providers let people change that at any
 * time. Resources that are no longer granted are no longer read, and the past of newly granted ones is pulled.
 */
export async function takeGranted(
  { db, clock }: FetchDeps,
  { grant_id: grantId, provider }: PulledConnection,
  scopes: readonly string[],
): Promise<void> {
  const entry = findProvider(provider);
  if (grantId === null || !entry) return;
  const read = await db
    .selectFrom('provider_grant')
    .select('scopes')
    .where('id', '=', grantId)
    .executeTakeFirst();
  if (read?.scopes.toSorted().join() === [...scopes].sort().join()) return;
  await transact(db, async (tx) => {
    // The grant is locked before its connections, here and everywhere else.
    const grant = await tx
      .selectFrom('provider_grant')
      .select('id')
      .where('id', '=', grantId)
      .where('status', '=', 'live')
      .forUpdate()
      .executeTakeFirst();
    if (!grant) return;
    await tx
      .updateTable('provider_grant')
      .set({ scopes: JSON.stringify(scopes) })
      .where('id', '=', grantId)
      .execute();
    const connections = await tx
      .selectFrom('connection')
      .select(['id', 'provider', 'scopes_granted', 'scopes_denied', 'consent'])
      .where('grant_id', '=', grantId)
      .where('status', '=', 'connected')
      .forUpdate()
      .execute();
    for (const before of connections) {
      const asked = scopesToAsk(entry, before.consent?.resources ?? null);
      const granted = asked.filter((scope) => scopes.includes(scope));
      const denied = asked.filter((scope) => !scopes.includes(scope));
      const connection = { ...before, scopes_granted: granted, scopes_denied: denied };
      await tx
        .updateTable('connection')
        .set({ scopes_granted: JSON.stringify(granted), scopes_denied: JSON.stringify(denied) })
        .where('id', '=', before.id)
        .execute();
      await endUnreadable(tx, connection);
      const known = new Set(readableOf(before));
      await schedulePulls(tx, [connection], clock.now(), (_, resource) => known.has(resource));
    }
  });
}
