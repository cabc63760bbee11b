/**
 * Whether the browser has what the widget is built on: the newest of it, so that the rest is there as well. What has no
 * style sheets to ask, such as a server or a test without a browser, counts as able.
 */
export const isAble = (): boolean =>
  typeof globalThis.CSS?.supports !== 'function' ||
  (CSS.supports('selector(:state(busy))') &&
    CSS.supports('color', 'light-dark(#000, #fff)') &&
    'any' in AbortSignal &&
    'Segmenter' in Intl);
