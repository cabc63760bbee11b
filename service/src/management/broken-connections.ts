import { sql } from 'kysely';
import type { listBrokenConnections, ResponseOf } from 'svc-link/contract';
import type { output } from 'zod/mini';
import type { Db } from '../db/index.js';
import { readCursor, writeCursor } from '../http/index.js';

const onPage = 25;

const since = sql<string>`error_details ->> 'since'`;

/**
 * A page of a team's broken connections with a provider, with the cursor of the next page. The connection that broke last
 * comes first.
 */
export async function brokenConnections(
  db: Db,
  teamId: string,
  { provider, next_cursor: cursor, page_size: size = onPage }: output<typeof listBrokenConnections.query>,
): Promise<ResponseOf<typeof listBrokenConnections>> {
  const place = cursor === undefined ? undefined : readCursor(cursor);
  const found = await db
    .selectFrom('connection')
    .where('team_id', '=', teamId)
    .where('provider', '=', provider)
    .where('error_details', 'is not', null)
    .$if(place !== undefined, (query) =>
      // These times are strings of one format, whose order is the order of the times.
      query.where(sql<boolean>`(${since}, id) < (${place?.moment.toISOString()}, ${place?.id}::uuid)`),
    )
    .select(['id', 'user_id', 'provider', 'status', 'error_details'])
    .orderBy(since, 'desc')
    .orderBy('id', 'desc')
    .limit(size + 1)
    .execute();
  const rows = found.slice(0, size).flatMap(({ error_details, ...row }) =>
    // The query returns only rows with a problem.
    error_details === null ? [] : [{ ...row, error_details }],
  );
  const last = found.length > size ? rows.at(-1) : undefined;
  return {
    data: rows.map(({ user_id, status, error_details }) => ({
      user_id,
      provider,
      status,
      error_details: {
        error_type: error_details.error_type,
        error_message: error_details.error_message,
        since: error_details.since,
      },
    })),
    next_cursor: last ? writeCursor({ moment: new Date(last.error_details.since), id: last.id }) : null,
  };
}
