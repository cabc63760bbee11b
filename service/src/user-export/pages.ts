import { type SelectQueryBuilder, type Simplify, sql } from 'kysely';
import type { Opener } from '../crypto/index.js';
import type { Tables } from '../db/index.js';
import type { Deps } from '../deps.js';

/** What the document is made from. */
export interface Sources extends Pick<Deps, 'db' | 'secrets' | 'clock' | 'publicUrl'> {
  readonly opener: Opener;
}

/** The items of a list, in parts. */
export type Pages<Item> = AsyncGenerator<readonly Item[], void, undefined>;

/** The place before every id. */
const beforeAll = '00000000-0000-0000-0000-000000000000';

/** The tables whose rows belong to a user. */
type OfUsers = 'connection' | 'event' | 'insurance' | 'lab_order' | 'link_session';

/** Reads a user's rows in the order of their ids, `most` with one statement. `query` selects the rows of all users. */
export const pagesOfUser = <Table extends OfUsers, Row extends { readonly id: string }, Item>(
  query: SelectQueryBuilder<Tables, Table, Row>,
  { userId, most }: { readonly userId: string; readonly most: number },
  toItems: (rows: readonly Simplify<Row>[]) => Promise<readonly Item[]> | readonly Item[],
): Pages<Item> =>
  pagesOf(
    beforeAll,
    (behind) =>
      query
        .where(sql<boolean>`user_id = ${userId} and id > ${behind}`)
        .orderBy(sql`id`)
        .limit(most)
        .execute(),
    ({ id }) => id,
    toItems,
  );

/** Reads pages of rows until there are no more. `read` returns the rows after a place, in the order of their places. */
export async function* pagesOf<Place, Row, Item>(
  first: Place,
  read: (behind: Place) => Promise<readonly Row[]>,
  placeOf: (row: Row) => Place,
  toItems: (rows: readonly Row[]) => Promise<readonly Item[]> | readonly Item[],
): Pages<Item> {
  for (let behind = first; ;) {
    const rows = await read(behind);
    const last = rows.at(-1);
    if (last === undefined) return;
    yield await toItems(rows);
    behind = placeOf(last);
  }
}
