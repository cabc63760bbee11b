import type { Tx } from '../db/index.js';
import { markDead, type MarkDeps } from './mark-dead.js';

/** Marks grants as dead after people have ended them at the provider. Grants that are dead already stay as they are. */
export async function endGrants(tx: Tx, deps: MarkDeps, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const grants = await tx
    .selectFrom('provider_grant')
    .select(['id', 'provider'])
    .where('id', 'in', ids)
    .where('status', '=', 'live')
    .orderBy('id')
    .forUpdate()
    .execute();
  for (const grant of grants)
    await markDead(tx, deps, grant, {
      error_type: 'reconnect_required',
      error_message: 'The person has ended the access at the provider. Ask the person to link it again.',
    });
}
