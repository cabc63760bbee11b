/**
 * Whether the browser has what the widget needs. Only the newest features are checked: a browser that has them has the
 * rest. Without `CSS.supports`, as on a server or in a test without a browser, the answer is yes.
 */
export const isAble = (): boolean =>
  typeof globalThis.CSS?.supports !== 'function' ||
  (CSS.supports('selector(:state(busy))') &&
    CSS.supports('color', 'light-dark(#000, #fff)') &&
    'any' in AbortSignal &&
    'Segmenter' in Intl);
