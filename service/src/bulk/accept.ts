import { randomUUID } from 'node:crypto';
import type { ConnectionRecipe } from 'svc-link/contract';
import { lockTeam } from '../accounts/index.js';
import type { Tables, Tx } from '../db/index.js';
import type { Deps } from '../deps.js';
import type { ProviderEntry } from '../providers/index.js';
import { isImportable } from './importable.js';
import { itemsInChunk, sealItems, type Item } from './items.js';
import { turnJob } from './job.js';

type Tools = Pick<Deps, 'clock' | 'secrets' | 'jobs'>;

/** The team and the provider of an operation. */
interface Target {
  readonly teamId: string;
  readonly provider: ProviderEntry;
}

/**
 * Stores an import with all of its connections. Work begins once the transaction is committed. Returns the operation's id. Throws
 * 404 if the team was deleted meanwhile.
 */
export const acceptImport = (
  tools: Tools,
  tx: Tx,
  to: Target,
  connections: readonly ConnectionRecipe[],
  keepsOutcome: boolean,
): Promise<string> =>
  accept(
    tools,
    tx,
    { ...to, type: 'bulk_import', keepsOutcome },
    markRepeated(
      connections.map((recipe) => ({
        userId: recipe.user_id.toLowerCase(),
        // An item without a recipe fails.
        ...(isImportable(recipe) && { recipe }),
      })),
    ),
  );

/** The same for a pause. */
export const acceptPause = (tools: Tools, tx: Tx, to: Target, userIds: readonly string[]): Promise<string> =>
  accept(
    tools,
    tx,
    { ...to, type: 'bulk_pause', keepsOutcome: false },
    markRepeated(userIds.map((id) => ({ userId: id.toLowerCase() }))),
  );

/** Marks items whose user occurs earlier in the list. */
function markRepeated(items: readonly Omit<Item, 'repeated'>[]): readonly Item[] {
  const seen = new Set<string>();
  return items.map((item) => {
    const repeated = seen.has(item.userId);
    seen.add(item.userId);
    return { ...item, repeated };
  });
}

/** How many chunks one statement inserts. */
const chunksAtOnce = 20;

async function accept(
  { clock, secrets, jobs }: Tools,
  tx: Tx,
  {
    teamId,
    provider,
    type,
    keepsOutcome,
  }: Target & { readonly type: Tables['bulk_operation']['type']; readonly keepsOutcome: boolean },
  items: readonly Item[],
): Promise<string> {
  const id = randomUUID();
  const now = clock.now();
  const nothing = items.length === 0;
  await tx
    .insertInto('bulk_operation')
    .values({
      id,
      team_id: teamId,
      type,
      provider: provider.slug,
      status: nothing ? 'success' : 'in_progress',
      total: items.length,
      processed: 0,
      failed: 0,
      keeps_outcome: keepsOutcome,
      started_at: now,
      ended_at: nothing ? now : null,
    })
    .execute();
  if (nothing) return id;

  const inStatement = itemsInChunk * chunksAtOnce;
  for (let start = 0; start < items.length; start += inStatement) {
    const end = Math.min(start + inStatement, items.length);
    const chunks = [];
    for (let position = start; position < end; position += itemsInChunk) {
      const chunk = items.slice(position, position + itemsInChunk);
      const sealed = sealItems({ secrets }, id, position, chunk);
      chunks.push({ operation_id: id, position, items: sealed, outcome: null });
    }
    await tx.insertInto('bulk_chunk').values(chunks).execute();
  }
  // Last, because others that change the team wait for this lock, and many connections take a while.
  await lockTeam(tx, teamId);
  const { data, group } = turnJob(id, 0, teamId);
  await jobs.enqueue(tx, 'bulk', data, { group });
  return id;
}
