/** Pages that had a window cut off. With `Cross-Origin-Opener-Policy: same-origin`, all their windows are cut off. */
const cutOff = new WeakSet<Window>();

/** Whether it is known that a page cannot reach the windows that it opens. */
export const severs = (page: Window): boolean => page.crossOriginIsolated || cutOff.has(page);

/**
 * Notes that a page's window looked closed before it sent a message, so that the next click works without messages. Returns
 * whether the window was cut off: if the page has the focus, the person closed the window and came back.
 */
export function noteSevered(page: Window): boolean {
  cutOff.add(page);
  return !page.document.hasFocus();
}
