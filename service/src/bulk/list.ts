import type { Selectable } from 'kysely';
import { readCursor, writeCursor } from '../cursor.js';
import type { Db, Tables } from '../db/index.js';

export type OperationRow = Selectable<Tables['bulk_operation']>;

/** Operations of a team, the newest first, and the cursor of the page after these. */
export async function listOperations(
  db: Db,
  teamId: string,
  page: { readonly id: string | undefined; readonly cursor: string | undefined; readonly size: number },
): Promise<{ readonly rows: readonly OperationRow[]; readonly next: string | null }> {
  const { id, cursor, size } = page;
  let query = db.selectFrom('bulk_operation').selectAll().where('team_id', '=', teamId);
  if (id !== undefined) query = query.where('id', '=', id);
  if (cursor !== undefined) {
    const place = readCursor(cursor);
    query = query.where(({ eb, or, and }) =>
      or([
        eb('started_at', '<', place.moment),
        and([eb('started_at', '=', place.moment), eb('id', '<', place.id)]),
      ]),
    );
  }
  const found = await query
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(size + 1)
    .execute();
  const rows = found.slice(0, size);
  const last = found.length > size ? rows.at(-1) : undefined;
  return { rows, next: last ? writeCursor({ moment: last.started_at, id: last.id }) : null };
}
