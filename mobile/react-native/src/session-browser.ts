import { isRedirect } from './addresses.js';
import { linkComesWithin, type Links, type SystemBrowser } from './system-browser.js';

/** What is needed of expo-web-browser. */
interface Sessions {
  openAuthSessionAsync(
    url: string,
    redirectUrl: string,
    options: { preferUniversalLinks: boolean },
  ): Promise<{ type: string; url?: string }>;
  dismissAuthSession(): void;
}

/** Nothing says when a tab is open; what cannot be opened has failed by then, and the page waits for a second. In milliseconds. */
const failsWithin = 250;

/** Tabs that close themselves at the redirect. `links` are given where the redirect is a link of the app: on Android. */
export const createSessionBrowser = (sessions: Sessions, links: Links | null): SystemBrowser => ({
  async open(url, redirectUrl, opened) {
    // Before the tab: a link may come while it opens.
    const link = links && listenForRedirect(links, redirectUrl);
    const waiting = setTimeout(opened, failsWithin);
    try {
      // Needs iOS 17.4 and the associated domain that the config plugin sets.
      const preferUniversalLinks = redirectUrl.startsWith('https:');
      const end = await sessions.openAuthSessionAsync(url, redirectUrl, { preferUniversalLinks });
      if (end.type === 'success' && end.url !== undefined) return end.url;
      // That the app is in front again ends a session on Android, and the link may come after that.
      return link ? await link.wait() : null;
    } finally {
      clearTimeout(waiting);
      link?.stop();
    }
  },
  close() {
    try {
      sessions.dismissAuthSession();
    } catch {
      // Android cannot: the app comes to the front by its link.
    }
  },
});

/** The redirect as a link of the app. */
function listenForRedirect(links: Links, redirectUrl: string) {
  let tell: (address: string | null) => void = () => {};
  const told = new Promise<string | null>((resolve) => {
    tell = resolve;
  });
  let late: ReturnType<typeof setTimeout> | undefined;
  const subscription = links.addEventListener('url', ({ url }) => {
    if (isRedirect(url, redirectUrl)) tell(url);
  });
  return {
    /** What has come, or comes in time; else null. */
    wait() {
      late = setTimeout(() => tell(null), linkComesWithin);
      return told;
    },
    stop() {
      clearTimeout(late);
      subscription.remove();
    },
  };
}
