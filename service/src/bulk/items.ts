// What an operation still has to do, as its chunks hold it.
import type { ConnectionRecipe } from 'svc-link/contract';
import type { Deps } from '../deps.js';

/** One thing to do for one user. */
export interface Item {
  readonly userId: string;
  /** The user was named before in this operation, so that this one fails. */
  readonly repeated: boolean;
  /** What to import; absent if nothing is imported. */
  readonly recipe?: ConnectionRecipe;
}

/** So many are done in one transaction: short enough that other work gets its turn. */
export const itemsInChunk = 250;

type Tools = Pick<Deps, 'secrets'>;

const placeOf = (operationId: string, position: number): string => `${operationId} ${position}`;

export const sealItems = (
  { secrets }: Tools,
  operationId: string,
  position: number,
  items: readonly Item[],
): Uint8Array => secrets.seal('bulk-items', placeOf(operationId, position), JSON.stringify(items));

/** Throws if the master key is no longer the one that they were sealed with. */
export const openItems = (
  { secrets }: Tools,
  operationId: string,
  position: number,
  sealed: Uint8Array,
): readonly Item[] =>
  // Only `sealItems` wrote it.
  JSON.parse(secrets.open('bulk-items', placeOf(operationId, position), sealed)) as readonly Item[];
