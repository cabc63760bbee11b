const width = 480;
const height = 720;

/** Opens the hosted page in a window of its own, inside the click; null where the browser refuses. */
export function openPopup(page: Window, url: string): Window | null {
  // In the middle of the page's window; a browser keeps it on the screen.
  const left = page.screenX + (page.outerWidth - width) / 2;
  const top = page.screenY + (page.outerHeight - height) / 2;
  try {
    // Never a name: in Firefox a foreign frame could take over a named window.
    return page.open(url, '_blank', `popup,width=${width},height=${height},left=${left},top=${top}`);
  } catch {
    // Firefox throws in a sandboxed frame.
    return null;
  }
}
