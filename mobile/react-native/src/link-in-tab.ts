import { requireOpenable } from './addresses.js';
import { closed, readRedirect, withSession, type Outcome } from './outcome.js';
import type { SystemBrowser } from './system-browser.js';

/** What a link in a tab is made of. */
export interface TabOptions {
  /** Of the link token, as your server got it. Good once; in no log. */
  readonly linkWebUrl: string;
  /** The token's `redirect_url`. */
  readonly redirectUrl: string;
  /** The session's id, if your server told it: the outcome has it where nothing came back. */
  readonly linkSessionId?: string | undefined;
  readonly browser: SystemBrowser;
  /** Whether http on this device is allowed. */
  readonly development: boolean;
}

/** The whole of a link in a tab of the system's browser. Rejects if it may not or cannot be opened. */
export async function linkInTab(options: TabOptions): Promise<Outcome> {
  const { linkWebUrl, redirectUrl, linkSessionId, browser, development } = options;
  requireOpenable(linkWebUrl, development);
  const url = await browser.open(linkWebUrl, redirectUrl, () => {});
  return withSession((url === null ? null : readRedirect(url, redirectUrl)) ?? closed, linkSessionId);
}
