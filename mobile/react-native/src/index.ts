// Links from a React Native app, in a tab of the system's browser. The webview is in `./webview`, Expo's tab in `./expo`.
export { linkingBrowser } from './linking-browser.js';
export { openLink, type LinkOptions } from './open-link.js';
export { readRedirect, type LinkedResult, type Outcome } from './outcome.js';
export type { SystemBrowser } from './system-browser.js';
export { useSvcLink, type UseSvcLink } from './use-svc-link.js';
