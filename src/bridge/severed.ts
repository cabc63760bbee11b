/** Pages that have seen a window cut off: with `Cross-Origin-Opener-Policy: same-origin`, so is every other one. */
const cutOff = new WeakSet<Window>();

/** Whether a page never reaches the windows that it opens, as far as is known. */
export const severs = (page: Window): boolean => page.crossOriginIsolated || cutOff.has(page);

/**
 * Takes down that a page's window closed before it said a word, so that the next click goes another way. Returns
 * whether it was cut off: a page that has the focus is one that the person came back to, by closing it.
 */
export function noteSevered(page: Window): boolean {
  cutOff.add(page);
  return !page.document.hasFocus();
}
