// Imports of real providers: whether a connection belongs to the team's application, the provider says (spec 4.3). It is asked
// outside of transactions, and its answers are kept with the items, because a refresh may use up the token that was sent in.
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

/** How many items are proved at once, and stored together. */
const atOnce = 5;
/** How soon a provider that wants to be asked later is asked again at the earliest, in milliseconds. */
const soonest = 5_000;
/** How long an operation waits for a provider that wants to be asked later, in milliseconds. Then such items fail. */
const mostWaiting = 7 * 86_400_000;
/**
 * How long it waits for what it has asked once it is to stop, in milliseconds. What is cut off is asked for anew, with another renewal of
 * tokens.
 */
const answersWithin = 3_000;
/** How long a turn goes on, in milliseconds: at a provider that does not answer, others would wait for hours. */
const longest = 60_000;

/**
 * Proves the items of the next chunk of an operation, or until `signal` is aborted. Only for imports of real providers. Returns when it
 * is to go on with this chunk; null if there is nothing more to prove of it.
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
  // One that cannot be opened: the step that imports says so.
  if (!chunk) return null;
  const at = await applicationOfTeam(deps, adapter, operation.team_id);
  const application = at?.application.id ?? null;
  // The service's own application is not the team's.
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
  /** As they were read: whether somebody has changed them meanwhile. */
  readonly sealed: Uint8Array;
  readonly items: readonly Item[];
}

/** The first chunk that is to be worked on, or that at a position; undefined if there is none, or if it cannot be opened. */
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

/** What became of an item: what is proven, or with which tokens it is to be asked for again. */
interface Answer {
  readonly proven?: Item['proven'];
  readonly recipe?: ConnectionRecipe;
  readonly askAgain?: Date;
}

/** Stores answers with their items, also beside another process that works on the same. Undefined if the chunk is done with. */
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
  // What somebody has proved stays: of tokens that work once, the others were refused.
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
