/**
 * A list of up to this many rows has every row in the document: the browser's search, a screen reader's list, a translator and
 * the page's own tests find them all. The styles keep the rows out of sight from being laid out.
 */
export const allUpTo = 200;

/** The rows of a longer list that may be seen before it has been measured, and some beyond. */
export const firstRows = 10;

/** Up and down go from row to row, and from the search box to the first. */
export function walkRows(event: KeyboardEvent): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  const from = event.target;
  // While an input method is at work the arrows choose among its words.
  if (!step || event.isComposing || !(from instanceof Element)) return;
  const stops = from
    .closest('[part=body]')
    ?.querySelectorAll<HTMLElement>('[part~=search-input], button[part^=provider]');
  const all = [...(stops ?? [])];
  const next = all[all.findIndex((stop) => stop === from) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
  // WebKit may scroll to the focused element later, or not at all while it is busy.
  next.scrollIntoView({ block: 'nearest' });
}
