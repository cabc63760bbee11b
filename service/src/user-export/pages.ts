import type { Deps } from '../deps.js';
import type { Opener } from './unreadable.js';

/** What the document is made from. */
export interface Sources extends Pick<Deps, 'db' | 'secrets' | 'clock' | 'publicUrl'> {
  readonly opener: Opener;
}

/** The items of a list, some at a time. */
export type Pages<Item> = AsyncGenerator<readonly Item[], void, undefined>;

/** Stands before every id. */
const beforeAll = '00000000-0000-0000-0000-000000000000';

/** Reads pages of rows with an id until there are no more. `read` returns those behind an id, in the order of their ids. */
export const pagesById = <Row extends { readonly id: string }, Item>(
  read: (behind: string) => Promise<readonly Row[]>,
  toItems: (rows: readonly Row[]) => Promise<readonly Item[]> | readonly Item[],
): Pages<Item> => pagesOf(beforeAll, read, ({ id }) => id, toItems);

/** The same for what is ordered by something else. */
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
