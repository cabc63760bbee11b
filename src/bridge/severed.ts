/** Pages that have seen a window cut off: with `Cross-Origin-Opener-Policy: same-origin`, so is every other one. */
const cutOff = new WeakSet<Window>();

/** Whether a page never reaches the windows that it opens, as far as is known. */
export const severs = (page: Window): boolean => page.crossOriginIsolated || cutOff.has(page);

/** Remembers it for as long as the page stands. */
export const noteSevered = (page: Window): void => void cutOff.add(page);
