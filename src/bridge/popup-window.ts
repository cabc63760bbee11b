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
