// The items that an operation has still to work on, as stored in its chunks.
import type { ConnectionRecipe } from 'svc-link/contract';
import type { Deps } from '../deps.js';
import type { ProvenTokens } from '../grants/index.js';

/** The work for one user. */
export interface Item {
  readonly userId: string;
  /** The user occurs before in this operation, so that this item fails. */
  readonly repeated: boolean;
  /** What to import; absent if nothing is imported. */
  readonly recipe?: ConnectionRecipe;
  /** What a real provider has said of the recipe; null if it refuses it. */
  readonly proven?: ProvenTokens | null;
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
  // Written by `sealItems` alone.
  JSON.parse(secrets.open('bulk-items', placeOfChunk(operationId, position), sealed)) as readonly Item[];
