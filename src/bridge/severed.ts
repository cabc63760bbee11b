/** Pages that have seen a window cut off: with `Cross-Origin-Opener-Policy: same-origin`, so is every other one. */
const cutOff = new WeakSet<Window>();

/** Whether a page cannot reach the windows that it opens, as far as is known. */
export const severs = (page: Window): boolean => page.crossOriginIsolated || cutOff.has(page);

/**
 * Notes that a page's window closed before it sent a message, so that the next click does without messages. Returns
 * whether it was cut off: if the page has the focus, the person closed the window and came back.
 */
export function noteSevered(page: Window): boolean {
  cutOff.add(page);
  return !page.document.hasFocus();
}
