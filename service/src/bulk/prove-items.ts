// Imports of real providers: whether a connection belongs to the team's application, the provider says (spec 4.3). It is asked
// outside of transactions, and its answers are kept with the items, because a refresh may use up the token that was sent in.
import type { ConnectionRecipe } from 'svc-link/contract';
import { applicationOfTeam } from '../applications/index.js';
import type { Deps } from '../deps.js';
import { type AtProvider, isOauth, proveTokens, type ProvenTokens } from '../grants/index.js';
import { findProvider } from '../providers/index.js';
import { type Item, openItems, sealItems } from './items.js';
import { findUsers } from './users-of.js';

/** How many items are proved at once, and stored together. */
const atOnce = 5;

/** Proves the items of the next chunk of an operation, or until `signal` is aborted. Only for imports of real providers. */
export async function proveItems(deps: Deps, operationId: string, signal: AbortSignal): Promise<void> {
  const { db } = deps;
  const operation = await db
    .selectFrom('bulk_operation')
    .select(['team_id', 'provider'])
    .where('id', '=', operationId)
    .where('type', '=', 'bulk_import')
    .where('status', '=', 'in_progress')
    .executeTakeFirst();
  const adapter = operation && findProvider(operation.provider)?.adapter;
  if (!adapter || !isOauth(adapter)) return;
  const chunk = await db
    .selectFrom('bulk_chunk')
    .select(['position', 'items'])
    .where('operation_id', '=', operationId)
    .where('items', 'is not', null)
    .orderBy('position')
    .limit(1)
    .executeTakeFirst();
  if (!chunk?.items) return;
  let items: readonly Item[];
  try {
    items = openItems(deps, operationId, chunk.position, chunk.items);
  } catch {
    // The step that imports says so.
    return;
  }
  const at = await applicationOfTeam(deps, adapter, operation.team_id);
  // The service's own application is not the team's.
  if (!at || at.application.id === null) return;
  const known = await findUsers(db, operation.team_id, items).select('id').execute();
  const users = new Set(known.map(({ id }) => id));
  const isOpen = ({ userId, repeated, recipe, proven }: Item): boolean =>
    recipe !== undefined && !repeated && proven === undefined && users.has(userId);
  for (;;) {
    signal.throwIfAborted();
    const some = new Set(items.filter(isOpen).slice(0, atOnce));
    if (some.size === 0) return;
    items = await Promise.all(
      items.map(async (item) =>
        some.has(item) && item.recipe ? { ...item, proven: await prove(at, item.recipe, item.userId) } : item,
      ),
    );
    const sealed = sealItems(deps, operationId, chunk.position, items);
    await db
      .updateTable('bulk_chunk')
      .set({ items: sealed })
      .where('operation_id', '=', operationId)
      .where('position', '=', chunk.position)
      .where('items', 'is not', null)
      .execute();
  }
}

const prove = (at: AtProvider, recipe: ConnectionRecipe, userId: string): Promise<ProvenTokens | null> =>
  proveTokens(
    at,
    {
      account: recipe.provider_id,
      tokens: {
        accessToken: recipe.access_token,
        refreshToken: recipe.refresh_token === '' ? null : recipe.refresh_token,
        expiresAt: recipe.expires_at === 0 ? null : recipe.expires_at * 1000,
      },
    },
    userId,
  );
