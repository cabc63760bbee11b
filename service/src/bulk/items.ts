// The items that an operation still has to handle, as stored in its chunks.
import type { ConnectionRecipe } from 'svc-link/contract';
import type { Deps } from '../deps.js';
import type { ProvenTokens } from '../grants/index.js';
import { withTokens } from './recipe-tokens.js';

/** What a real provider has confirmed about a recipe. */
export interface Proven extends ProvenTokens {
  /**
   * The name of the team's application that this was confirmed for. The team may have another application when the item is
   * imported.
   */
  readonly application: string;
}

/** The work for one user. */
export interface Item {
  readonly userId: string;
  /** The user occurs earlier in this operation, so this item fails. */
  readonly repeated: boolean;
  /** What to import. Absent in a pause, and if it exceeds the limits of an import. */
  readonly recipe?: ConnectionRecipe;
  /** Null if the provider refuses the connection. */
  readonly proven?: Proven | null;
}

/** The items cannot be finished yet. They are handled again after this many milliseconds; 0 means at once. */
export interface Unfinished {
  readonly goOnIn: number;
}

/** How many items one transaction handles. Small, so that other work does not wait long. */
export const itemsInChunk = 250;

type Tools = Pick<Deps, 'secrets'>;

export const placeOfChunk = (operationId: string, position: number): string => `${operationId} ${position}`;

export const sealItems = (
  { secrets }: Tools,
  operationId: string,
  position: number,
  items: readonly Item[],
): Uint8Array => secrets.seal('bulk-items', placeOfChunk(operationId, position), JSON.stringify(items));

/** Throws if the items were sealed with another key. */
export const openItems = (
  { secrets }: Tools,
  operationId: string,
  position: number,
  sealed: Uint8Array,
): readonly Item[] =>
  // Only `sealItems` writes this, in this version or an earlier one.
  (JSON.parse(secrets.open('bulk-items', placeOfChunk(operationId, position), sealed)) as StoredItem[]).map(
    withApplication,
  );

type StoredItem = Omit<Item, 'proven'> & { readonly proven?: Proven | ProvenTokens | null };

/** An earlier version stored no application. Such an item is proved again, with the tokens that it has now. */
function withApplication({ proven, ...item }: StoredItem): Item {
  if (proven === undefined) return item;
  if (proven === null || 'application' in proven) return { ...item, proven };
  return { ...item, ...(item.recipe && { recipe: withTokens(item.recipe, proven) }) };
}
