import type { LaneData } from '../jobs/index.js';
import { itemsInChunk } from './items.js';

/** How many chunks an operation works on before other operations get their turn. */
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

/** How many items are processed at the end of a turn. A job of an earlier version runs to the end of the operation. */
export const endOfTurn = ({ from = Infinity }: LaneData['bulk']): number =>
  from + chunksInTurn * itemsInChunk;
