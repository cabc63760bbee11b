/**
 * Opens the hosted page in a window of its own, inside the click; null where the browser refuses. `place` is where, as
 * features of `window.open` that begin with a comma; the browser's choice without.
 */
export function openPopup(page: Window, url: string, place = ''): Window | null {
  try {
    // Never a name: in Firefox a foreign frame could take over a named window.
    return page.open(url, '_blank', `popup,width=480,height=720${place}`);
  } catch {
    // Firefox throws in a sandboxed frame.
    return null;
  }
}

/** Pages that have seen a window cut off: with `Cross-Origin-Opener-Policy: same-origin`, so is every other one. */
const cutOff = new WeakSet<Window>();

/** Whether a page never reaches the windows that it opens, as far as is known. */
export const severs = (page: Window): boolean => page.crossOriginIsolated || cutOff.has(page);

/** Remembers it for as long as the page stands. */
export const noteSevered = (page: Window): void => void cutOff.add(page);
