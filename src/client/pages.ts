/**
 * Every item of a list that is read by offset, a page at a time. Ends at the first empty page, so that it includes items
 * that are added meanwhile.
 */
export async function* eachOf<Item>(
  readPage: (offset: number) => Promise<readonly Item[]>,
): AsyncGenerator<Item, void, undefined> {
  for (let offset = 0; ;) {
    const page = await readPage(offset);
    if (page.length === 0) return;
    yield* page;
    offset += page.length;
  }
}

/** Every item of a list whose pages are numbered from 1. Ends at the first empty page, as `eachOf` does. */
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
export async function* eachFrom<Item>(
  readPage: (
    next: string | undefined,
  ) => Promise<{ readonly items: readonly Item[]; readonly next: string | null }>,
): AsyncGenerator<Item, void, undefined> {
  let next: string | null | undefined;
  do {
    const page = await readPage(next ?? undefined);
    yield* page.items;
    next = page.next;
  } while (next != null);
}
