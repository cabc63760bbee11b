/** The element that has each number: the first element without an `id` in the page has 1. */
const owners: WeakRef<HTMLElement>[] = [];

/**
 * The name that tells an element's note from the notes of others in the page, also after a reload: its `id`, else its number
 * among the elements without an `id`, in the order in which they began.
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
