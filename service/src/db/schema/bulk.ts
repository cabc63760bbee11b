// Bulk operations.
import type { NullableJson } from './json.js';
import type { NullableSealed } from './sealed.js';

export interface BulkOperationTable {
  id: string;
  team_id: string;
  type: 'bulk_import' | 'bulk_pause';
  provider: string;
  status: 'in_progress' | 'success' | 'failure' | 'aborted';
  total: number;
  /** How many items were tried, including those that failed. */
  processed: number;
  failed: number;
  /** Whether a request waits for the outcome of each item. */
  keeps_outcome: boolean;
  started_at: Date;
  ended_at: Date | null;
}

export interface BulkChunkTable {
  operation_id: string;
  position: number;
  /** The items that are still to be worked on, encrypted. Null after they were tried. */
  items: NullableSealed;
  outcome: NullableJson<BulkOutcome>;
}

/** The outcome of the items of a chunk, by user. */
export interface BulkOutcome {
  readonly done: readonly string[];
  readonly failed: readonly string[];
}
