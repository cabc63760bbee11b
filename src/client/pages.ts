/**
 * Every item of a list whose pages are numbered from 1. It ends at the first empty page, so that it includes items that are
 * added meanwhile.
 */
export async function* eachNumbered<Item>(
  readPage: (page: number) => Promise<readonly Item[]>,
): AsyncGenerator<Item, void, undefined> {
  for (let page = 1; ; page++) {
    const items = await readPage(page);
    if (items.length === 0) return;
    yield* items;
  }
}

/** Every item of a list whose pages each name the next one. */
export async function* eachFrom<Item, Next = string>(
  readPage: (
    next: Next | undefined,
  ) => Promise<{ readonly items: readonly Item[]; readonly next: Next | null }>,
): AsyncGenerator<Item, void, undefined> {
  let next: Next | null | undefined;
  do {
    const page = await readPage(next ?? undefined);
    yield* page.items;
    next = page.next;
  } while (next != null);
}

/** The items of a page and what names the next page: its cursor, or `otherwise` if an earlier service sends no cursor. */
export function after<Item, Older extends object>(
  items: readonly Item[],
  cursor: string | null | undefined,
  otherwise: Older,
): { readonly items: readonly Item[]; readonly next: { readonly next_cursor: string } | Older | null } {
  if (cursor === undefined) return { items, next: items.length > 0 ? otherwise : null };
  return { items, next: cursor === null ? null : { next_cursor: cursor } };
}
