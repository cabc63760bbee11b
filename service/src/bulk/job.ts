import type { LaneData } from '../jobs/index.js';
import { itemsInChunk } from './items.js';

/** How many chunks an operation handles before other operations get their turn. */
const chunksInTurn = 4;

/** The next turn of an operation as a job. Only one operation of a team runs at a time. */
export const turnJob = (
  operation_id: string,
  from: number,
  teamId: string,
): {
  readonly data: LaneData['bulk'];
  readonly group: string;
} => ({ data: { operation_id, from }, group: teamId });

/**
 * How many items of the operation are processed when a turn ends. A job of an earlier version runs to the end of the
 * operation.
 */
export const endOfTurn = ({ from = Infinity }: LaneData['bulk']): number =>
  from + chunksInTurn * itemsInChunk;
