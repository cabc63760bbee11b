// The chunk for pages that use no markup: it loads with the first call of `SvcLink.open()` or `preload()`.
export { openLink } from './open-link.js';
export { preloadLink } from './preload-link.js';
