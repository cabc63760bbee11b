/**
 * Opens the hosted page in a window of its own, inside the click; null if the browser refuses. The window of OAuth has code of
 * its own in `bridge/opener.ts`, which loads with the later steps: this code has to be there before them.
 */
export function openPopup(url: string): Window | null {
  try {
    // Never a name: in Firefox a foreign frame could take over a named window.
    return window.open(url, '_blank', 'popup,width=480,height=720');
  } catch {
    // Firefox throws in a sandboxed frame.
    return null;
  }
}
