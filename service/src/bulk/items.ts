// The items that an operation has still to work on, as stored in its chunks.
import type { ConnectionRecipe } from 'svc-link/contract';
import type { Deps } from '../deps.js';
import type { ProvenTokens } from '../grants/index.js';
import { withTokens } from './recipe-tokens.js';

/** What a real provider has said of a recipe. */
export interface Proven extends ProvenTokens {
  /** The name of the team's application that it was said for: the team may have another one by the time of the import. */
  readonly application: string;
}

/** The work for one user. */
export interface Item {
  readonly userId: string;
  /** The user occurs before in this operation, so that this item fails. */
  readonly repeated: boolean;
  /** What to import; absent in a pause, and if it is past the limits of an import. */
  readonly recipe?: ConnectionRecipe;
  /** Null if the provider refuses it. */
  readonly proven?: Proven | null;
}

/** Items that are not done with: in how many milliseconds they are worked on again, 0 for at once. */
export interface Unfinished {
  readonly goOnIn: number;
}

/** How many items one transaction handles: few enough that other work does not wait long. */
export const itemsInChunk = 250;

type Tools = Pick<Deps, 'secrets'>;

export const placeOfChunk = (operationId: string, position: number): string => `${operationId} ${position}`;

export const sealItems = (
  { secrets }: Tools,
  operationId: string,
  position: number,
  items: readonly Item[],
): Uint8Array => secrets.seal('bulk-items', placeOfChunk(operationId, position), JSON.stringify(items));

/** Throws if they were sealed with another key. */
export const openItems = (
  { secrets }: Tools,
  operationId: string,
  position: number,
  sealed: Uint8Array,
): readonly Item[] =>
  // Written by `sealItems` alone, of this version or one before.
  (JSON.parse(secrets.open('bulk-items', placeOfChunk(operationId, position), sealed)) as StoredItem[]).map(
    withApplication,
  );

type StoredItem = Omit<Item, 'proven'> & { readonly proven?: Proven | ProvenTokens | null };

/** An earlier version stored no application: such an item is proven again, with the tokens that it has now. */
function withApplication({ proven, ...item }: StoredItem): Item {
  if (proven === undefined) return item;
  if (proven === null || 'application' in proven) return { ...item, proven };
  return { ...item, ...(item.recipe && { recipe: withTokens(item.recipe, proven) }) };
}
