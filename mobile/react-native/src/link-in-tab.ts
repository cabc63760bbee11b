import { requireOpenable } from './addresses.js';
import { closed, readOwnRedirect, withSession, type Outcome } from './outcome.js';
import type { SystemBrowser } from './system-browser.js';

/** The options of a link in a tab. */
export interface TabOptions {
  /** `link_web_url` of the link token that your server made. It works once. Never log it. */
  readonly linkWebUrl: string;
  /** The token's `redirect_url`. */
  readonly redirectUrl: string;
  /**
   * The session's id, if your server sent it to the app. The outcome has this id if none came back, and a redirect with another
   * id does not count.
   */
  readonly linkSessionId?: string | undefined;
  readonly browser: SystemBrowser;
  /** Whether http on this device is allowed. */
  readonly development: boolean;
}

/** Links in a tab of the system's browser, from start to outcome. Rejects if the address may not or cannot be opened. */
export async function linkInTab(options: TabOptions): Promise<Outcome> {
  const { linkWebUrl, redirectUrl, linkSessionId, browser, development } = options;
  requireOpenable(linkWebUrl, development);
  const url = await browser.open(linkWebUrl, redirectUrl, () => {});
  const outcome = url === null ? null : readOwnRedirect(url, redirectUrl, linkSessionId);
  return withSession(outcome ?? closed, linkSessionId);
}
