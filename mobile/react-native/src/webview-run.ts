import { isRedirect, isSamePage, mayOpen, requireOpenable } from './addresses.js';
import { readMessage } from './message.js';
import { closed, readOwnRedirect, readRedirect, withSession, type Outcome } from './outcome.js';
import { linkComesWithin, type SystemBrowser } from './system-browser.js';

/** The options of a link in a webview. */
export interface RunOptions {
  readonly linkWebUrl: string;
  readonly redirectUrl: string;
  readonly development: boolean;
  /** A function, as are the next two, because the value may change during the run. */
  readonly linkSessionId: () => string | undefined;
  /** Whether the token has `multiple`. A tab that opens from the webview then ends with one connection of several. */
  readonly multiple: () => boolean;
  readonly browser: () => SystemBrowser;
  /** Called exactly once. */
  readonly onOutcome: (outcome: Outcome) => void;
  /** Called when a tab ended with a connection and the webview continues. */
  readonly onConnection: (outcome: Outcome) => void;
  /** Tells the page that the address was opened. */
  readonly tellOpened: () => void;
  /** Opens a page that does not belong to the hosted page, such as a provider's help. */
  readonly openPage: (url: string) => void;
}

export interface Run {
  /** Takes a message, and the page that it came from. */
  hear(data: unknown, page: string): void;
  /** Whether the webview may load an address. */
  mayLoad(url: string, isTopFrame: boolean): boolean;
  /** Takes a link to the app. A tab may come back by it long after the person had left it for the app. */
  arrive(url: string): void;
  /** Call this when the person closes the view. */
  close(): void;
  /** Says that a view shows the link, until the returned function is called. Without any view the link is closed. */
  hold(): () => void;
}

/** A link in a webview, from its first message to its one outcome. Throws if its address may not be opened. */
export function createRun(options: RunOptions): Run {
  const { linkWebUrl, redirectUrl, development } = options;
  requireOpenable(linkWebUrl, development);
  let isOver = false;
  /** The tab that was opened last, until it ends. */
  let tab: { readonly close: () => void } | null = null;
  /** Whether the person left a tab without its redirect. It may still be there, and come back. */
  let isTabLeft = false;
  /** A success that waits for its code, which comes with the tab's redirect. */
  let held: Outcome | null = null;
  let late: ReturnType<typeof setTimeout> | undefined;
  let holders = 0;

  function end(outcome: Outcome): void {
    if (isOver) return;
    isOver = true;
    clearTimeout(late);
    tab?.close();
    options.onOutcome(withSession(outcome, options.linkSessionId()));
  }

  async function openTab(url: string): Promise<void> {
    const browser = options.browser();
    const own = { close: () => browser.close?.() };
    tab = own;
    const address = await browser
      .open(url, redirectUrl, options.tellOpened)
      // The page offers to try again, because it was not told that a tab opened.
      .catch(() => undefined);
    if (tab === own) tab = null;
    const outcome = address ? readOwnRedirect(address, redirectUrl, options.linkSessionId()) : null;
    if (address !== undefined && !outcome) isTabLeft = true;
    comeBack(outcome);
  }

  /** A tab has ended. Null if it said nothing. */
  function comeBack(outcome: Outcome | null): void {
    if (isOver) return;
    if (options.multiple()) {
      if (outcome) options.onConnection(withSession(outcome, options.linkSessionId()));
    } else if (outcome) end(held ? { ...held, confirmCode: outcome.confirmCode } : outcome);
    else if (held && tab === null) end(held);
  }

  /** Ends with a success that has no code, or first waits for the tab that has it. */
  function endWithoutCode(outcome: Outcome): void {
    // With `multiple` this is the end, whatever the tab does.
    if (options.multiple() || !(tab || isTabLeft)) return end(outcome);
    held = outcome;
    if (!tab) late ??= setTimeout(() => end(outcome), linkComesWithin);
  }

  const close = (): void => end(held ?? closed);

  return {
    hear(data, page) {
      if (isOver || !isSamePage(page, linkWebUrl)) return;
      const message = readMessage(data);
      if (message?.type === 'open-external') {
        if (mayOpen(message.url, development)) void openTab(message.url);
      } else if (message) {
        const { outcome, connected } = message;
        const lacksCode = outcome.state === 'success' && !connected && outcome.confirmCode === null;
        if (lacksCode) endWithoutCode(outcome);
        else end(outcome);
      }
    },
    mayLoad(url, isTopFrame) {
      if (!isTopFrame) return true;
      if (isRedirect(url, redirectUrl)) {
        const outcome = readRedirect(url, redirectUrl);
        // The held outcome says more than the redirect.
        if (outcome && !held) end(outcome);
        return false;
      }
      if (url === 'about:blank' || isSamePage(url, linkWebUrl)) return true;
      if (mayOpen(url, development)) options.openPage(url);
      return false;
    },
    arrive(url) {
      // An open tab reports its link itself.
      if (tab || !isTabLeft) return;
      const outcome = readOwnRedirect(url, redirectUrl, options.linkSessionId());
      if (outcome) comeBack(outcome);
    },
    close,
    hold() {
      holders += 1;
      return () => {
        holders -= 1;
        // React's StrictMode removes a view and puts it back within one task, so check after that.
        void Promise.resolve().then(() => holders === 0 && close());
      };
    },
  };
}
