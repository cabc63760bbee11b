import type { LaneData } from '../jobs/index.js';
import { itemsInChunk } from './items.js';

/** So much is done before other operations get their turn. */
const chunksInTurn = 4;

/** The next turn of an operation as a job. Of a team's operations one has its turn at a time. */
export const turnJob = (
  operation_id: string,
  from: number,
  teamId: string,
): {
  readonly data: LaneData['bulk'];
  readonly group: { readonly id: string; readonly slow: false };
} => ({ data: { operation_id, from }, group: { id: teamId, slow: false } });

/** How many items are done when a turn is over. A job of an earlier version has no end but the operation's. */
export const endOfTurn = ({ from = Infinity }: LaneData['bulk']): number =>
  from + chunksInTurn * itemsInChunk;
