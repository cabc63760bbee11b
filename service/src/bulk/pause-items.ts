import { sql } from 'kysely';
import type { BulkOutcome, Tx } from '../db/index.js';
import type { Deps } from '../deps.js';
import type { Item, Unfinished } from './items.js';
import type { OperationRow } from './list.js';

/** How soon to check again whether a renewal has ended, in milliseconds. */
const lookAgainIn = 2_000;

/**
 * Pauses connections. Linking or importing replaces a paused connection by an active one. The items are finished only when
 * no renewal that began before still runs: its new tokens would make those useless that an export has read meanwhile.
 */
export async function pauseItems(
  _deps: Deps,
  tx: Tx,
  { team_id, provider }: OperationRow,
  items: readonly Item[],
): Promise<BulkOutcome | Unfinished> {
  const ids = items.map(({ userId }) => userId);
  const changed = await tx
    .updateTable('connection')
    .set({ status: 'paused' })
    .where('team_id', '=', team_id)
    .where('provider', '=', provider)
    .where('user_id', 'in', ids)
    .where('status', '!=', 'paused')
    .returning('grant_id')
    .execute();
  // Renewals may begin until this transaction is committed, so the next run checks for them.
  if (changed.some(({ grant_id }) => grant_id !== null)) return { goOnIn: 0 };

  const rows = await tx
    .selectFrom('connection')
    .select(['user_id', 'grant_id'])
    .where('team_id', '=', team_id)
    .where('provider', '=', provider)
    .where('user_id', 'in', ids)
    .where('status', '=', 'paused')
    .execute();
  const grants = rows.flatMap(({ grant_id }) => grant_id ?? []);
  if (grants.length > 0 && (await isRenewing(tx, grants))) return { goOnIn: lookAgainIn };

  const paused = new Set(rows.map(({ user_id }) => user_id));
  const isDone = ({ userId, repeated }: Item): boolean => paused.has(userId) && !repeated;
  return {
    done: items.filter(isDone).map(({ userId }) => userId),
    failed: items.filter((item) => !isDone(item)).map(({ userId }) => userId),
  };
}

/**
 * Whether one of these grants is being renewed. A grant that others use as well is ignored, because it may be renewed for
 * them at any time.
 */
async function isRenewing(tx: Tx, grants: readonly string[]): Promise<boolean> {
  const row = await tx
    .selectFrom('provider_grant as grant')
    .select('id')
    .where('id', 'in', grants)
    .where('lease_until', '>', sql<Date>`now()`)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('connection')
            .select('id')
            .whereRef('grant_id', '=', 'grant.id')
            .where('status', '=', 'connected'),
        ),
      ),
    )
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
