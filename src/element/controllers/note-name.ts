/** Who has each number: the first element without an `id` in the page has 1. */
const owners: WeakRef<HTMLElement>[] = [];

/**
 * What tells an element's note from those of the others in the page, after a reload too: its `id`, else its number among
 * the elements without one, in the order in which they began.
 */
export function noteName(host: HTMLElement): string {
  if (host.id) return host.id;
  let place = owners.findIndex((owner) => owner.deref() === host);
  if (place < 0) place = owners.findIndex((owner) => !owner.deref()?.isConnected);
  if (place < 0) place = owners.length;
  owners[place] = new WeakRef(host);
  // No id has a space in it.
  return place === 0 ? '' : ` ${place + 1}`;
}

/** Where the note of an element in this page is kept. */
export const noteKey = (host: HTMLElement): string => `svc-link:${noteName(host)}`;
