/** Whether the focus is on nothing in particular. */
export const isNowhere = (element: Element | null): boolean =>
  element === null || element === document.body || element === document.documentElement;

/** In Chromium `:focus-within` does not see into a modal dialog in a shadow root. */
export const holdsFocus = (link: HTMLElement): boolean =>
  // The element is in a page, so its root is one of the two.
  link.contains((link.getRootNode() as Document | ShadowRoot).activeElement);

/** What has the focus, also inside shadow roots. */
export function focused(): HTMLElement | null {
  let active = document.activeElement;
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
  return active instanceof HTMLElement ? active : null;
}
