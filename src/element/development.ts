/** Where developers try things out. People's browsers elsewhere do not load what is for developers. */
export const isDevelopment = (): boolean =>
  /^(?:localhost|127\.|\[::1)|\.(?:localhost|local|test)$/.test(globalThis.location?.hostname ?? '');
