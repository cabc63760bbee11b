import { sql } from 'kysely';
import { listTeams, teamsOnPage, type ResponseOf } from 'svc-link/contract';
import type { output } from 'zod/mini';
import { readCursor, writeCursor } from '../http/index.js';
import type { Db } from '../db/index.js';
import { toListItem } from './rows.js';

/** A page of the teams of an organization, the oldest first. */
export async function pageOfTeams(
  db: Db,
  orgId: string,
  { region, search_query, next_cursor }: output<typeof listTeams.query>,
): Promise<ResponseOf<typeof listTeams>> {
  let query = db
    .selectFrom('team')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('deleted_on', 'is', null)
    .orderBy('created_on')
    .orderBy('id')
    // One row more than the page holds, to see whether there is a next page.
    .limit(teamsOnPage + 1);
  if (region) query = query.where('region', 'in', region);
  // Not `like`, where an underscore matches any character.
  if (search_query) query = query.where(sql<boolean>`strpos(lower(name), lower(${search_query})) > 0`);
  if (next_cursor != null) {
    const { moment, id } = readCursor(next_cursor);
    query = query.where(({ eb, or, and }) =>
      or([eb('created_on', '>', moment), and([eb('created_on', '=', moment), eb('id', '>', id)])]),
    );
  }
  const found = await query.execute();
  const teams = found.slice(0, teamsOnPage);
  const last = found.length > teamsOnPage ? teams.at(-1) : undefined;
  return {
    teams: teams.map(toListItem),
    next_cursor: last ? writeCursor({ moment: last.created_on, id: last.id }) : null,
  };
}
