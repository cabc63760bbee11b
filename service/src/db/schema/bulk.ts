// Bulk operations.
import type { NullableJson } from './json.js';

export interface BulkOperationTable {
  id: string;
  team_id: string;
  type: 'bulk_import' | 'bulk_pause';
  provider: string;
  status: 'in_progress' | 'success' | 'failure' | 'aborted';
  total: number;
  /** How many were tried, with those that failed. */
  processed: number;
  failed: number;
  /** Somebody waits to hear what became of each item. */
  keeps_outcome: boolean;
  started_at: Date;
  ended_at: Date | null;
}

export interface BulkChunkTable {
  operation_id: string;
  position: number;
  /** What is still to do; encrypted. Null once it was tried. */
  items: Uint8Array | null;
  outcome: NullableJson<BulkOutcome>;
}

/** What became of the items of a chunk, by user. */
export interface BulkOutcome {
  readonly done: readonly string[];
  readonly failed: readonly string[];
}
