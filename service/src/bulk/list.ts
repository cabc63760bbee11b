import { type Selectable, sql } from 'kysely';
import type { BulkOperation, listBulkOperations, ResponseOf } from 'svc-link/contract';
import type { output } from 'zod/mini';
import { readCursor, writeCursor } from '../http/index.js';
import type { Db, Tables } from '../db/index.js';

export type OperationRow = Selectable<Tables['bulk_operation']>;

const operationsOnPage = 10;

/** A page of a team's operations, the newest first, with the cursor of the next page. */
export async function operationsPage(
  db: Db,
  teamId: string,
  { id, next_cursor: cursor, page_size: size = operationsOnPage }: output<typeof listBulkOperations.query>,
): Promise<ResponseOf<typeof listBulkOperations>> {
  let query = db.selectFrom('bulk_operation').selectAll().where('team_id', '=', teamId);
  if (id !== undefined) query = query.where('id', '=', id);
  if (cursor !== undefined) {
    const place = readCursor(cursor);
    // Compared as one row, as in the index, so that a late page reads no rows of earlier pages.
    query = query.where(sql<boolean>`(started_at, id) < (${place.moment}::timestamptz, ${place.id}::uuid)`);
  }
  const found = await query
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(size + 1)
    .execute();
  const rows = found.slice(0, size);
  const last = found.length > size ? rows.at(-1) : undefined;
  return {
    data: rows.map(toOperation),
    next_cursor: last ? writeCursor({ moment: last.started_at, id: last.id }) : null,
  };
}

const toOperation = (row: OperationRow): BulkOperation => ({
  id: row.id,
  type: row.type,
  status: row.status,
  provider: row.provider,
  pending: row.total - row.processed,
  processed: row.processed,
  failed: row.failed,
  started_at: row.started_at.toISOString(),
  ended_at: row.ended_at?.toISOString() ?? null,
});
