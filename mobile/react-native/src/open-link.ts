import { linkInTab, type TabOptions } from './link-in-tab.js';
import { linkingBrowser } from './linking-browser.js';
import type { Outcome } from './outcome.js';
import type { SystemBrowser } from './system-browser.js';

export interface LinkOptions extends Omit<TabOptions, 'browser' | 'development'> {
  /** `linkingBrowser` by default; `expoBrowser` of `svc-link-react-native/expo` closes its tab by itself. */
  readonly browser?: SystemBrowser | undefined;
}

/** Links in a tab of the system's browser, and resolves with how it ended. Rejects if no tab could be opened. */
export const openLink = ({ browser = linkingBrowser, ...options }: LinkOptions): Promise<Outcome> =>
  linkInTab({ ...options, browser, development: __DEV__ });
