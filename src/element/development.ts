/** Whether a developer tries things out on this page. Other pages do not load the code for developers. */
export const isDevelopment = (): boolean =>
  /^(?:localhost|127\.|\[::1)|\.(?:localhost|local|test)$/.test(globalThis.location?.hostname ?? '');
