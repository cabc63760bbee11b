// Imports of real providers: the provider decides whether a connection belongs to the team's application (spec 4.3). It is asked
// outside of transactions. Its answers are stored with the items, because a refresh may use up the token that was sent in.
import type { ConnectionRecipe } from 'svc-link/contract';
import { applicationOfTeam } from '../applications/index.js';
import { storeSurely } from '../db/index.js';
import type { Deps } from '../deps.js';
import { type AtProvider, isOauth, proveTokens } from '../grants/index.js';
import type { Gate } from '../provider-http/index.js';
import { findProvider } from '../providers/index.js';
import { delayed } from '../work/index.js';
import { type Item, openItems, sealItems } from './items.js';
import { tokensIn, withTokens } from './recipe-tokens.js';
import { findUsers } from './users-of.js';

/** How many items are proved at once and stored together. */
const atOnce = 5;
/** The shortest wait for a provider that wants to be asked later, in milliseconds. */
const soonest = 5_000;
/** How long an operation waits for such a provider, in milliseconds. After that these items fail. */
const mostWaiting = 7 * 86_400_000;
/**
 * How long a stopping operation waits for answers, in milliseconds. Requests that are cut off are sent again later, with
 * another renewal of the tokens.
 */
const answersWithin = 3_000;
/**
 * The longest turn, in milliseconds. Otherwise a provider that does not answer would make other operations wait for hours.
 */
const longest = 60_000;

/**
 * Proves the items of the next chunk of an operation, until `signal` is aborted. Only for imports of real providers.
 * Returns when to continue with this chunk; null if there is nothing left to prove in it.
 */
export async function proveItems(
  deps: Deps,
  operationId: string,
  signal: AbortSignal,
  most = longest,
): Promise<Date | null> {
  const end = performance.now() + most;
  const { db } = deps;
  const operation = await db
    .selectFrom('bulk_operation')
    .select(['team_id', 'provider', 'started_at'])
    .where('id', '=', operationId)
    .where('type', '=', 'bulk_import')
    .where('status', '=', 'in_progress')
    .executeTakeFirst();
  const adapter = operation && findProvider(operation.provider)?.adapter;
  if (!adapter || !isOauth(adapter)) return null;
  let chunk = await readChunk(deps, operationId);
  // The chunk may be one that cannot be opened; the step that imports it reports that.
  if (!chunk) return null;
  const at = await applicationOfTeam(deps, adapter, operation.team_id);
  const application = at?.application.id ?? null;
  // The service's own application does not count as the team's.
  if (!at || application === null) return null;
  const how = {
    gate: deps.budgets.gateFor({ adapter, application: at.application, grant: null }, 'history'),
    signal: delayed(signal, answersWithin),
  };
  const known = await findUsers(db, operation.team_id, chunk.items).select('id').execute();
  const users = new Set(known.map(({ id }) => id));
  const isOpen = ({ userId, repeated, recipe, proven }: Item): boolean =>
    recipe !== undefined && !repeated && proven === undefined && users.has(userId);
  const mayWait = deps.clock.now().getTime() - operation.started_at.getTime() < mostWaiting;
  for (;;) {
    signal.throwIfAborted();
    const open = chunk.items.filter(isOpen).slice(0, atOnce);
    if (open.length === 0) return null;
    const answers = new Map(
      await Promise.all(
        open.map(async (item) => [item.userId, await prove(at, application, item, how, mayWait)] as const),
      ),
    );
    chunk = await storeAnswers(deps, operationId, chunk, answers);
    if (!chunk) return null;
    const waits = [...answers.values()].flatMap(({ askAgain }) => askAgain ?? []);
    if (waits.length > 0) return new Date(Math.max(Date.now() + soonest, ...waits.map(Number)));
    if (performance.now() > end && chunk.items.some(isOpen)) return new Date();
  }
}

interface Chunk {
  readonly position: number;
  /** The sealed items as they were read, which shows whether another process has changed them meanwhile. */
  readonly sealed: Uint8Array;
  readonly items: readonly Item[];
}

/** The first chunk of the operation, or the one at `position`; undefined if there is none, or if it cannot be opened. */
async function readChunk(deps: Deps, operationId: string, position?: number): Promise<Chunk | undefined> {
  const chunk = await deps.db
    .selectFrom('bulk_chunk')
    .select(['position', 'items'])
    .where('operation_id', '=', operationId)
    .where('items', 'is not', null)
    .$if(position !== undefined, (query) => query.where('position', '=', position ?? 0))
    .orderBy('position')
    .limit(1)
    .executeTakeFirst();
  if (!chunk?.items) return undefined;
  const { items: sealed } = chunk;
  try {
    return { position: chunk.position, sealed, items: openItems(deps, operationId, chunk.position, sealed) };
  } catch {
    return undefined;
  }
}

/** The result for an item: what is proved, or the recipe with the tokens to ask with next time. */
interface Answer {
  readonly proven?: Item['proven'];
  readonly recipe?: ConnectionRecipe;
  readonly askAgain?: Date;
}

/** Stores answers with their items, even if another process works on the same chunk. Undefined if the chunk is finished. */
async function storeAnswers(
  deps: Deps,
  operationId: string,
  read: Chunk,
  answers: ReadonlyMap<string, Answer>,
): Promise<Chunk | undefined> {
  for (
    let chunk: Chunk | undefined = read;
    chunk;
    chunk = await readChunk(deps, operationId, read.position)
  ) {
    const { position, sealed: before } = chunk;
    const items = chunk.items.map((item) => withAnswer(item, answers.get(item.userId)));
    const sealed = sealItems(deps, operationId, position, items);
    const stored = await storeSurely(() =>
      deps.db
        .updateTable('bulk_chunk')
        .set({ items: sealed })
        .where('operation_id', '=', operationId)
        .where('position', '=', position)
        .where('items', '=', before)
        .returning('position')
        .executeTakeFirst(),
    );
    if (stored) return { position, sealed, items };
  }
  return undefined;
}

function withAnswer(item: Item, answer: Answer | undefined): Item {
  if (!answer || item.repeated || !item.recipe) return item;
  const { proven, recipe } = answer;
  // A proof by another process stays: if tokens work only once, the same tokens were refused here.
  if (item.proven) return item;
  return { ...item, ...(recipe && { recipe }), ...(proven !== undefined && { proven }) };
}

async function prove(
  at: AtProvider,
  application: string,
  { recipe, userId }: Item,
  how: { readonly gate: Gate; readonly signal: AbortSignal },
  mayWait: boolean,
): Promise<Answer> {
  if (!recipe) return {};
  const given = { account: recipe.provider_id, tokens: tokensIn(recipe) };
  const proven = await proveTokens(at, given, userId, how);
  if (!proven) return { proven };
  if (!('askAgain' in proven)) return { proven: { ...proven, application } };
  const isAskedAgain = mayWait || how.signal.aborted;
  return isAskedAgain ? { askAgain: proven.askAgain, recipe: withTokens(recipe, proven) } : { proven: null };
}
